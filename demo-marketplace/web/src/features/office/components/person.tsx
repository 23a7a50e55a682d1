import type { OfficeMemberBrief } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { Avatar } from '../../../ui/avatar.js';
import { officeLink } from '../lib/sections.js';

/** A member, with a link to the member's page in the back office. */
export function Person({ member }: { readonly member: OfficeMemberBrief }): ReactElement {
  const t = useText();
  return (
    <Link
      to={officeLink('members', { q: member.id })}
      className="inline-flex min-h-11 max-w-full items-center gap-2.5 rounded-lg hover:underline"
    >
      <Avatar name={member.name} picture={member.headimg} className="size-9 text-sm" />
      <span className="truncate font-medium">{member.name || t('office.gone')}</span>
      <span className="shrink-0 text-sm text-ink-soft tabular-nums">#{member.id}</span>
    </Link>
  );
}
