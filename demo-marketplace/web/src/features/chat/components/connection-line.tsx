import type { ImClient } from '@lectern/rtc/im';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useChatState } from '../hooks/use-chat.js';
import { chatProblemText } from '../lib/problem-text.js';

/** State of the connection, where it is not the usual one. */
export function ConnectionLine({ client }: { readonly client: ImClient }): ReactElement {
  const t = useText();
  const { state = 'connecting', error } = useChatState(client) ?? {};
  const isOver = state === 'failed' || state === 'ended';
  return (
    <output data-state={state} className="block shrink-0 text-sm">
      {state === 'offline' && <span className="block bg-amber-tint px-4 py-2 text-amber">{t('chat.offline')}</span>}
      {state === 'waiting' && (
        <span className="block bg-amber-tint px-4 py-2 text-amber">{t('chat.reconnecting')}</span>
      )}
      {isOver && (
        <span className="flex flex-wrap items-center gap-x-3 bg-danger-tint px-4 py-2 text-danger-strong">
          {error === undefined ? t('chat.problem.unreachable') : chatProblemText(error, t)}
          {state === 'failed' && (
            <button
              type="button"
              // The line shows what failed.
              onClick={() => void client.open().catch(() => undefined)}
              className="min-h-8 underline underline-offset-4"
            >
              {t('chat.reconnect')}
            </button>
          )}
        </span>
      )}
    </output>
  );
}
