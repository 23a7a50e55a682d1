import { CircleAlert } from 'lucide-react';
import { useId, useState, useSyncExternalStore, type KeyboardEvent, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { CONTROL } from '../../../ui/field.js';
import { toastError } from '../../../ui/toast.js';
import { LinkForm } from './rich-text/link-form.js';
import type { RichEditor } from './rich-text/rich-editor.js';
import { RichToolbar } from './rich-text/rich-toolbar.js';
import { LINK_SHORTCUT, NOTHING_ACTIVE, type ToolState } from './rich-text/tools.js';
import { useRichText } from './rich-text/use-rich-text.js';

export interface RichFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Why the text was refused. */
  readonly error?: string | undefined;
  /** Language of the text, as a browser's spelling checker needs it. */
  readonly lang?: string | undefined;
  /** HTML that the server sanitised. A value that was not emitted by `onChange` replaces the content. */
  readonly html: string;
  readonly isDisabled?: boolean;
  readonly onChange: (html: string) => void;
}

const none = (): ToolState => NOTHING_ACTIVE;
const never = (): (() => void) => () => undefined;

const LOOK =
  'min-h-40 overflow-y-auto break-words aria-disabled:opacity-60 [&_a]:underline [&_blockquote]:border-l-4 [&_blockquote]:border-line [&_blockquote]:pl-4 [&_code]:font-mono [&>*+*]:mt-2 [&_h3]:text-lg [&_h3]:font-semibold [&_h4]:font-semibold [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6';

/** A field for formatted text: headings, lists, quotations, links. Its editor is loaded when editing begins. */
export function RichField(props: RichFieldProps): ReactElement {
  const { label, hint, error, lang, html, isDisabled = false, onChange } = props;
  const t = useText();
  const id = useId();
  const { editor, prepare, fieldProps } = useRichText({ html, isDisabled, onChange });
  const tools = useSyncExternalStore(editor?.tools.subscribe ?? never, editor?.tools.getSnapshot ?? none);
  const [isLinking, setIsLinking] = useState(false);

  const edit = (act: (editor: RichEditor) => void): void => {
    prepare().then(
      (ready) => {
        if (ready !== undefined) act(ready);
      },
      () => toastError(t('request.failed')),
    );
  };

  const openLink = (): void => edit(() => setIsLinking(true));
  const closeLink = (act: (editor: RichEditor) => void): void => {
    setIsLinking(false);
    edit(act);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toUpperCase() !== LINK_SHORTCUT) return;
    event.preventDefault();
    openLink();
  };

  const note = error ?? hint;
  return (
    <div className="grid gap-1.5">
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <RichToolbar
        state={tools}
        fieldId={`${id}-text`}
        isDisabled={isDisabled}
        onTool={(tool) => edit((ready) => ready.run(tool))}
        onLink={openLink}
      />
      {isLinking && (
        <LinkForm
          address={tools.link}
          onPut={(href) => closeLink((ready) => ready.setLink(href))}
          onRemove={() => closeLink((ready) => ready.removeLink())}
          onClose={() => closeLink((ready) => ready.focus())}
        />
      )}
      <div
        {...fieldProps}
        id={`${id}-text`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no other element holds formatted text
        role="textbox"
        aria-multiline="true"
        aria-labelledby={id}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        aria-invalid={error !== undefined}
        aria-disabled={isDisabled}
        lang={lang}
        tabIndex={isDisabled ? -1 : 0}
        contentEditable={!isDisabled}
        suppressContentEditableWarning
        onKeyDown={onKeyDown}
        className={`${CONTROL} ${LOOK}`}
      />
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={`flex gap-1.5 text-sm ${error === undefined ? 'text-ink-soft' : 'text-danger'}`}
        >
          {error !== undefined && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
          {note}
        </p>
      )}
    </div>
  );
}
