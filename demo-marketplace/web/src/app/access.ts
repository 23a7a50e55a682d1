import { UserType, userTypeOf, type MemberInfo } from '@lectern/marketplace-contract';
import type { Grant, Role, RouteEntry } from '../lib/site-map.js';

/** The result of checking a logged-in member's access to a screen. */
export type Access =
  | { readonly kind: 'granted' }
  /** Another kind of account is needed, or an approved application. */
  | { readonly kind: 'refused'; readonly lacks: 'enterprise' | 'personal' | 'mentor' | 'staff' }
  /** A mentor without this permission (specification §2): sent to `/t_notpage1`. */
  | { readonly kind: 'not-permitted' };

const ROLES: Readonly<Record<UserType, Role | undefined>> = {
  [UserType.Visitor]: undefined,
  [UserType.Learner]: 'learner',
  [UserType.Mentor]: 'mentor',
  [UserType.Enterprise]: 'enterprise',
};

const GRANTED: Access = { kind: 'granted' };

const isApproved = (member: MemberInfo): boolean => member.provider_check_status === 2;

const HAS: Readonly<Record<Exclude<Grant, 'staff'>, (member: MemberInfo) => boolean>> = {
  approved: isApproved,
  provider: (member) => member.is_provider === 1,
  homework: (member) => member.is_homework === 1,
};

/** The roles of a screen (specification §6), mirrored: the server enforces them. */
export function accessOf({ roles, needs }: Pick<RouteEntry, 'roles' | 'needs'>, member: MemberInfo): Access {
  const role = ROLES[userTypeOf(member)];
  if (roles && (role === undefined || !roles.includes(role))) {
    return { kind: 'refused', lacks: roles.includes('enterprise') ? 'enterprise' : needs ? 'mentor' : 'personal' };
  }
  if (needs === undefined) return GRANTED;
  if (needs === 'staff') return member.is_staff === 1 ? GRANTED : { kind: 'refused', lacks: 'staff' };
  if (!isApproved(member)) return { kind: 'refused', lacks: 'mentor' };
  return HAS[needs](member) ? GRANTED : { kind: 'not-permitted' };
}
