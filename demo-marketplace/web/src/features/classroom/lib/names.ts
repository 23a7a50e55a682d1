import type { MemberSnapshot } from '@lectern/rtc';

/** The display name of a member: its nickname or, without one, its user name. */
export const nameOf = ({ nickName, name }: Pick<MemberSnapshot, 'nickName' | 'name'>): string =>
  nickName.trim() === '' ? name.slice(name.indexOf('_') + 1) : nickName.trim();
