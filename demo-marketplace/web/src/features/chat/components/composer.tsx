import type { MemberInfo } from '@lectern/marketplace-contract';
import { emojiToken, type ImThread, type ImThreadDraft } from '@lectern/rtc/im';
import { Image, Link2, SendHorizontal, Smile, Video, type LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement, type SubmitEvent } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { IMAGE_TYPES } from '../../../lib/use-image-upload.js';
import { useMediaMessages } from '../hooks/use-media-messages.js';
import { linkDraft, textDraft } from '../lib/drafts.js';
import { EmojiPicker } from './emoji-picker.js';
import { LinkPrompt } from './link-prompt.js';
import { PendingMedia } from './pending-media.js';
import { VIDEO_TYPES } from '../lib/media.js';

export interface ComposerProps {
  readonly thread: ImThread;
  readonly member: MemberInfo;
}

/** Writes messages: text, emoji, image, video, link. */
export function Composer({ thread, member }: ComposerProps): ReactElement {
  const t = useText();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [tool, setTool] = useState<'emoji' | 'link'>();
  // The message itself shows why it was not sent.
  const put = (draft: ImThreadDraft): void => void thread.send(draft).catch(() => undefined);
  const media = useMediaMessages(put, member);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const send = (): void => {
    if (text.trim() === '') {
      setProblem(t('chat.problem.content'));
      field.current?.focus();
      return;
    }
    setProblem(undefined);
    put(textDraft(text, member));
    setText('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter that ends the composition of a Chinese word sends nothing.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const insert = (token: string): void => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {};
    setText(text.slice(0, selectionStart) + token + text.slice(selectionEnd));
    setProblem(undefined);
  };
  const toggle = (one: typeof tool) => (): void => setTool(tool === one ? undefined : one);
  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        send();
      }}
      className="grid shrink-0 gap-2 border-t border-line p-3"
    >
      <PendingMedia uploads={media.uploads} onCancel={media.cancel} onRetry={media.retry} />
      {tool === 'emoji' && (
        <EmojiPicker onPick={({ index }) => insert(emojiToken(index))} onClose={() => setTool(undefined)} />
      )}
      {tool === 'link' && (
        <LinkPrompt
          onSubmit={(href) => {
            put(linkDraft(href, member));
            setTool(undefined);
            field.current?.focus();
          }}
          onCancel={() => setTool(undefined)}
        />
      )}
      {problem !== undefined && (
        <p id={id} role="alert" className="text-sm text-danger-strong">
          {problem}
        </p>
      )}
      <div className="flex items-center">
        <ToolButton icon={Smile} label={t('chat.emoji')} isOn={tool === 'emoji'} onClick={toggle('emoji')} />
        <FileButton icon={Image} label={t('chat.sendImage')} types={IMAGE_TYPES} onFiles={media.sendImages} />
        <FileButton icon={Video} label={t('chat.sendVideo')} types={VIDEO_TYPES} onFiles={media.sendVideos} />
        <ToolButton icon={Link2} label={t('chat.sendLink')} isOn={tool === 'link'} onClick={toggle('link')} />
      </div>
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          rows={1}
          value={text}
          aria-label={t('chat.text')}
          placeholder={t('chat.text')}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : id}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(undefined);
          }}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-32 min-h-11 min-w-0 grow resize-none rounded-xl border border-line-strong bg-surface px-3 py-2.5"
        />
        <button
          type="submit"
          aria-label={t('chat.send')}
          title={t('chat.send')}
          className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent text-on-accent hover:bg-accent-strong"
        >
          <SendHorizontal aria-hidden className="size-5" />
        </button>
      </div>
    </form>
  );
}

const TOOL = 'grid size-11 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink';

interface ToolButtonProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly isOn: boolean;
  readonly onClick: () => void;
}

function ToolButton({ icon: Icon, label, isOn, onClick }: ToolButtonProps): ReactElement {
  return (
    <button type="button" aria-label={label} title={label} aria-expanded={isOn} onClick={onClick} className={TOOL}>
      <Icon aria-hidden className="size-5" />
    </button>
  );
}

interface FileButtonProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly types: string;
  readonly onFiles: (files: readonly File[]) => void;
}

function FileButton({ icon: Icon, label, types, onFiles }: FileButtonProps): ReactElement {
  return (
    <label title={label} className={`${TOOL} cursor-pointer focus-within:outline-2 focus-within:outline-accent`}>
      <Icon aria-hidden className="size-5" />
      <input
        type="file"
        accept={types}
        aria-label={label}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
        className="sr-only"
      />
    </label>
  );
}
