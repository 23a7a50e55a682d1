import { FailureReason } from '@lectern/marketplace-contract';
import { Lock } from 'lucide-react';
import type { ReactElement } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { LinkButton } from '../../../ui/button.js';

/** Returns true if a unit is not shown because a login or the course is missing. */
export const isLock = (reason: FailureReason | undefined): boolean =>
  reason === FailureReason.LoginRequired || reason === FailureReason.NotEnrolled;

/** In place of a unit that is not everybody's. */
export function Locked({ reason }: { readonly reason: FailureReason }): ReactElement {
  const t = useText();
  const { pathname, search } = useLocation();
  const isVisitor = reason === FailureReason.LoginRequired;
  const login = `/login?${new URLSearchParams({ redirect: pathname + search }).toString()}`;
  return (
    <div className="stage grid aspect-video w-full place-content-center justify-items-center gap-4 rounded-2xl bg-paper p-6 text-center text-ink">
      <span className="grid size-14 place-items-center rounded-2xl bg-amber-tint text-amber">
        <Lock aria-hidden className="size-6" />
      </span>
      <p className="max-w-sm text-balance">{t(isVisitor ? 'player.locked.visitor' : 'player.locked.member')}</p>
      {isVisitor && <LinkButton to={login}>{t('player.locked.login')}</LinkButton>}
    </div>
  );
}
