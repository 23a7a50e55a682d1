import { Bold, Heading, Italic, Link2, List, ListOrdered, type LucideIcon } from 'lucide-react';
import { useId, useRef, useState, type ReactElement } from 'react';
import type { MessageId } from '../../../i18n/messages.js';
import { useText } from '../../../i18n/use-text.js';
import { CONTROL } from '../../../ui/field.js';
import { useEditableHtml } from './use-editable-html.js';

interface Tool {
  readonly icon: LucideIcon;
  readonly label: MessageId;
  readonly command: string;
  readonly value?: string;
}

const TOOLS: readonly Tool[] = [
  { icon: Bold, label: 'mentor.rich.bold', command: 'bold' },
  { icon: Italic, label: 'mentor.rich.italic', command: 'italic' },
  { icon: Heading, label: 'mentor.rich.heading', command: 'formatBlock', value: 'h3' },
  { icon: List, label: 'mentor.rich.list', command: 'insertUnorderedList' },
  { icon: ListOrdered, label: 'mentor.rich.numbers', command: 'insertOrderedList' },
];

export interface RichFieldProps {
  readonly label: string;
  readonly hint?: string;
  /** Sanitised by the server. A value that was not emitted by `onChange` replaces what is shown. */
  readonly html: string;
  readonly isDisabled?: boolean;
  readonly onChange: (html: string) => void;
}

/** Formatted text: headings, lists, links; pasted text loses its formatting. */
export function RichField({ label, hint, html, isDisabled = false, onChange }: RichFieldProps): ReactElement {
  const t = useText();
  const id = useId();
  const { ref: box, emit, onCompositionStart, onCompositionEnd } = useEditableHtml({ html, onChange });
  const [link, setLink] = useState<string>();
  const range = useRef<Range>(undefined);

  // Deprecated, but what every browser has for this; without it a button does nothing and the text stays as it is.
  const run = (command: string, value?: string): void => {
    box.current?.focus();
    document.execCommand(command, false, value);
    emit();
  };

  const openLink = (): void => {
    const selection = getSelection();
    if (selection === null || selection.rangeCount === 0 || !box.current?.contains(selection.anchorNode)) return;
    range.current = selection.getRangeAt(0);
    setLink('https://');
  };

  const putLink = (): void => {
    const selection = getSelection();
    if (range.current !== undefined && selection !== null && link !== undefined && URL.canParse(link)) {
      selection.removeAllRanges();
      selection.addRange(range.current);
      run('createLink', link);
    }
    setLink(undefined);
  };

  return (
    <div className="grid gap-1.5">
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <div role="toolbar" aria-label={t('mentor.rich.tools')} className="flex flex-wrap gap-1">
        {TOOLS.map(({ icon: Icon, label: name, command, value }) => (
          <button
            key={command}
            type="button"
            aria-label={t(name)}
            title={t(name)}
            disabled={isDisabled}
            // The selection stays where it is.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(command, value)}
            className="grid size-10 place-items-center rounded-lg hover:bg-sunken disabled:opacity-60"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        ))}
        <button
          type="button"
          aria-label={t('mentor.rich.link')}
          title={t('mentor.rich.link')}
          disabled={isDisabled}
          onMouseDown={(event) => event.preventDefault()}
          onClick={openLink}
          className="grid size-10 place-items-center rounded-lg hover:bg-sunken disabled:opacity-60"
        >
          <Link2 aria-hidden className="size-5" />
        </button>
      </div>
      {link !== undefined && (
        <div className="flex gap-2">
          <input
            aria-label={t('mentor.rich.link.address')}
            value={link}
            type="url"
            className={CONTROL}
            onChange={(event) => setLink(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault();
                putLink();
              }
              if (event.key === 'Escape') setLink(undefined);
            }}
          />
          <button type="button" onClick={putLink} className="min-h-11 shrink-0 rounded-xl border border-line px-4">
            {t('mentor.rich.link.put')}
          </button>
        </div>
      )}
      <div
        ref={box}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no other element holds formatted text
        role="textbox"
        aria-multiline="true"
        aria-labelledby={id}
        aria-disabled={isDisabled}
        tabIndex={isDisabled ? -1 : 0}
        contentEditable={!isDisabled}
        onInput={emit}
        onBlur={emit}
        onCompositionStart={onCompositionStart}
        onCompositionEnd={onCompositionEnd}
        onPaste={(event) => {
          event.preventDefault();
          document.execCommand('insertText', false, event.clipboardData.getData('text/plain'));
          emit();
        }}
        className={`${CONTROL} min-h-40 overflow-y-auto aria-disabled:opacity-60 [&_a]:underline [&>*+*]:mt-2 [&_h3]:text-lg [&_h3]:font-semibold [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6`}
      />
      {hint !== undefined && <p className="text-sm text-ink-soft">{hint}</p>}
    </div>
  );
}
