import { attachmentOf, type ImMessage } from '@lectern/rtc/im';
import { CircleAlert } from 'lucide-react';
import { memo, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Avatar } from '../../../ui/avatar.js';
import { Spinner } from '../../../ui/spinner.js';
import { codeText } from '../lib/problem-text.js';
import { MessageText } from './message-text.js';

/** The person whom a message is from, as shown beside it. */
export interface Author {
  readonly name: string;
  readonly picture: string;
}

export interface MessageRowProps {
  readonly message: ImMessage;
  readonly author: Author;
  readonly onRetry: (key: string) => void;
}

/** One message: own ones on the right, those of the other on the left with their picture. */
export const MessageRow = memo(function Message({ message, author, onRetry }: MessageRowProps): ReactElement {
  const t = useText();
  const { isOwn, key, status, errorCode } = message;
  return (
    <article
      aria-label={t(isOwn ? 'chat.message.own' : 'chat.message.from', { name: author.name })}
      className={`flex items-end gap-2 ${isOwn ? 'flex-row-reverse' : ''}`}
    >
      <Avatar name={author.name} picture={author.picture} className="size-8 text-xs" />
      <div className={`flex max-w-[80%] min-w-0 flex-col gap-1 ${isOwn ? 'items-end' : 'items-start'}`}>
        <Content message={message} />
        {status === 'failed' && (
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-danger-strong">
            <CircleAlert aria-hidden className="size-4" />
            {codeText(errorCode, t)}
            <button type="button" onClick={() => onRetry(key)} className="min-h-8 underline underline-offset-4">
              {t('chat.retry')}
            </button>
          </p>
        )}
        {status === 'sending' && (
          <span className="flex items-center gap-1 text-xs text-ink-soft">
            <Spinner />
            {t('chat.sending')}
          </span>
        )}
      </div>
    </article>
  );
});

const BUBBLE = 'max-w-full rounded-2xl px-3.5 py-2 wrap-anywhere whitespace-pre-wrap';

function Content({ message }: { readonly message: ImMessage }): ReactElement {
  const t = useText();
  const { isOwn, contentsType } = message;
  const attachment = attachmentOf(message);
  if (contentsType === 'RECALLED') {
    return <p className="px-1 text-sm text-ink-soft italic">{t(isOwn ? 'chat.recalled.own' : 'chat.recalled')}</p>;
  }
  if (attachment?.kind === 'image') {
    return (
      <a href={attachment.url} target="_blank" rel="noreferrer noopener" className="block rounded-xl">
        <img
          src={attachment.url}
          alt={t('chat.image')}
          className="max-h-64 min-h-16 max-w-full min-w-16 rounded-xl bg-sunken object-contain"
        />
      </a>
    );
  }
  if (attachment?.kind === 'video') {
    return (
      <video
        controls
        preload="metadata"
        playsInline
        src={attachment.url}
        aria-label={t('chat.video')}
        className="aspect-video w-64 max-w-full rounded-xl bg-black object-contain"
      />
    );
  }
  const look = isOwn ? 'bg-accent text-on-accent' : 'bg-sunken text-ink';
  if (attachment?.kind === 'link') {
    return (
      <a
        href={attachment.url}
        target="_blank"
        rel="noreferrer noopener nofollow"
        className={`${BUBBLE} ${look} underline underline-offset-4`}
      >
        {contentsType === 'LINK' && message.data !== undefined && message.data !== '' ? message.data : attachment.url}
      </a>
    );
  }
  if (contentsType !== 'TEXT') return <p className="px-1 text-sm text-ink-soft italic">{t('chat.unknown')}</p>;
  return (
    <p dir="auto" className={`${BUBBLE} ${look}`}>
      <MessageText text={message.data} />
    </p>
  );
}
