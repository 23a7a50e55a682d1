import type { Conference } from '@lectern/rtc';
import type { RoleRequest } from '@lectern/rtc/admin';
import { Hand } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { toastError } from '../../../ui/toast.js';
import { useRoleRequests } from '../hooks/use-role-requests.js';
import { nameOf } from '../lib/names.js';

/** The raised hands, for the host to accept or refuse. */
export function RequestList({ conference }: { readonly conference: Conference }): ReactElement {
  const t = useText();
  const { waiting, settle } = useRoleRequests(conference);

  const agree = (request: RoleRequest): void => {
    settle(request);
    request.agree().catch((error: unknown) => {
      toastError(t('room.host.failed', { detail: error instanceof Error ? error.message : String(error) }));
    });
  };
  const refuse = (request: RoleRequest): void => {
    settle(request);
    request.refuse();
  };

  return (
    <ul
      aria-live="polite"
      // Above an open panel, and near the thumb on a phone.
      className="absolute inset-x-2 bottom-2 z-30 mx-auto flex max-w-md flex-col gap-2 empty:hidden sm:top-4 sm:bottom-auto"
    >
      {waiting.map((request) => (
        <li
          key={request.memberId}
          className="flex flex-wrap items-center gap-3 rounded-2xl border border-line-strong bg-surface p-3 shadow-lg"
        >
          <Hand aria-hidden className="size-5 shrink-0 text-amber" />
          <span className="min-w-0 grow basis-32 truncate">
            {t('room.hand.asks', { name: nameOf({ nickName: request.nickName, name: request.memName }) })}
          </span>
          <span className="flex gap-2">
            <Button look="quiet" onClick={() => refuse(request)}>
              {t('room.hand.refuse')}
            </Button>
            <Button onClick={() => agree(request)}>{t('room.hand.agree')}</Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
