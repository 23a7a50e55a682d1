import { formatDateTime, type MemberInfo } from '@lectern/marketplace-contract';
import type { ImClient, ImMessage } from '@lectern/rtc/im';
import { useMessages, type Messages } from '@lectern/react';
import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useMemo, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { toastError } from '../../../ui/toast.js';
import { useThreadScroll } from '../hooks/use-thread-scroll.js';
import { chatProblemText } from '../lib/problem-text.js';
import { rowsOf } from '../lib/rows.js';
import { Composer } from './composer.js';
import { ConnectionLine } from './connection-line.js';
import { MessageRow, type Author } from './message-row.js';

export interface ThreadViewProps {
  readonly client: ImClient;
  readonly uid: string;
  readonly partner: Author;
  readonly member: MemberInfo;
}

/** The conversation with one person: messages, and the fields that write to them. */
export function ThreadView({ client, uid, partner, member }: ThreadViewProps): ReactElement {
  const messages = useMessages(client, uid);
  const { thread } = messages;
  useReadMark(messages);
  return (
    <div className="flex min-h-0 grow flex-col">
      <ConnectionLine client={client} />
      <MessageList messages={messages} partner={partner} member={member} />
      {thread !== undefined && <Composer thread={thread} member={member} />}
    </div>
  );
}

/** Marks messages as read while the page is visible. */
function useReadMark({ thread, messages }: Messages): void {
  useEffect(() => {
    const mark = (): void => {
      if (document.visibilityState === 'visible') thread?.markRead();
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [thread, messages]);
}

function MessageList({
  messages: { messages, older, error, thread },
  partner,
  member,
}: Pick<ThreadViewProps, 'partner' | 'member'> & { readonly messages: Messages }): ReactElement {
  const t = useText();
  const { list, onScroll, hasMoreBelow, toEnd } = useThreadScroll(messages);
  const rows = useMemo(() => rowsOf(messages), [messages]);
  const self = useMemo<Author>(() => ({ name: member.name, picture: member.headimg }), [member.name, member.headimg]);
  const retry = useCallback(
    (key: string) => void thread?.retry(key).catch((error: unknown) => toastError(chatProblemText(error, t))),
    [thread, t],
  );
  return (
    <div className="relative flex min-h-0 grow flex-col">
      <div
        ref={list}
        onScroll={onScroll}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        tabIndex={0}
        className="min-h-0 grow overflow-y-auto overscroll-contain p-4"
      >
        <div role="log" aria-live="polite" aria-label={t('chat.log', { name: partner.name })} className="grid gap-3">
          <Older state={older} problem={error && chatProblemText(error, t)} onLoad={() => loadOlder(thread)} />
          {rows.map((row) =>
            row.kind === 'stamp' ? (
              <time
                key={row.key}
                dateTime={new Date(row.at).toISOString()}
                className="justify-self-center text-xs text-ink-soft tabular-nums"
              >
                {formatDateTime(row.at)}
              </time>
            ) : (
              <MessageRow
                key={row.key}
                message={row.message}
                author={authorOf(row.message, self, partner)}
                onRetry={retry}
              />
            ),
          )}
        </div>
      </div>
      {hasMoreBelow && (
        <button
          type="button"
          onClick={toEnd}
          className="absolute bottom-3 left-1/2 inline-flex min-h-11 -translate-x-1/2 items-center gap-1.5 rounded-full bg-accent px-4 text-sm font-medium text-on-accent shadow-card"
        >
          <ArrowDown aria-hidden className="size-4" />
          {t('chat.below')}
        </button>
      )}
    </div>
  );
}

const authorOf = ({ isOwn }: ImMessage, self: Author, partner: Author): Author => (isOwn ? self : partner);

/** The list shows what failed. */
const loadOlder = (thread: Messages['thread']): void => void thread?.loadOlder().catch(() => undefined);

interface OlderProps {
  readonly state: Messages['older'];
  readonly problem: string | undefined;
  readonly onLoad: () => void;
}

/** Loads older messages; once there are none, it says so (specification §4). */
function Older({ state, problem, onLoad }: OlderProps): ReactElement {
  const t = useText();
  if (state === 'none') return <p className="text-center text-sm text-ink-soft">{t('chat.noMore')}</p>;
  const isLoading = state === 'loading' || state === 'unknown';
  return (
    <div className="grid justify-items-center gap-1">
      {state === 'failed' && <p className="text-sm text-danger-strong">{problem}</p>}
      <button
        type="button"
        aria-disabled={isLoading}
        onClick={() => isLoading || onLoad()}
        className="min-h-11 rounded-full px-4 text-sm text-accent-strong underline underline-offset-4 aria-disabled:opacity-60"
      >
        {t(isLoading ? 'chat.loading' : 'chat.loadMore')}
      </button>
    </div>
  );
}
