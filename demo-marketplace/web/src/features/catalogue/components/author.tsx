import type { MemberBrief } from '@lectern/marketplace-contract';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Avatar } from '../../../ui/avatar.js';
import { whenText } from '../lib/when.js';

export interface AuthorProps {
  readonly member: MemberBrief;
  /** When they wrote it. */
  readonly at: string;
  /** Beside the name. */
  readonly badge?: ReactNode;
  /** Beside the time. */
  readonly children?: ReactNode;
}

/** Shows the author of a text and the time of writing. */
export function Author({ member, at, badge, children }: AuthorProps): ReactElement {
  const t = useText();
  const [now] = useState(Date.now);
  return (
    <div className="flex items-center gap-3">
      <Avatar name={member.name} picture={member.headimg} className="size-10 text-sm" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {member.name}
          {badge}
        </p>
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
          {children}
          <time dateTime={at}>{whenText(at, now, t)}</time>
        </p>
      </div>
    </div>
  );
}
