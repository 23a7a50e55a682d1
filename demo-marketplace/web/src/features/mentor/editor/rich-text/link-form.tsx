import { useState, type ReactElement } from 'react';
import { useText } from '../../../../i18n/use-text.js';
import { TextField } from '../../../../ui/field.js';

const SCHEME = /^[a-z][a-z\d+.-]*:/i;
const ALLOWED = /^(https?|mailto):$/;
const MAIL = /^[^\s@/]+@[^\s@/]+$/;

/** Completes a typed address with `https://` or `mailto:`; undefined if it is invalid. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '' || /^https?:\/*$/i.test(text)) return undefined;
  const address = SCHEME.test(text) ? text : MAIL.test(text) ? `mailto:${text}` : `https://${text}`;
  return URL.canParse(address) && ALLOWED.test(new URL(address).protocol) ? address : undefined;
}

/** Asks for the address of a link. It is no `<form>`, because it is rendered within other forms. */
export function LinkForm({
  address,
  onPut,
  onRemove,
  onClose,
}: {
  readonly address: string | undefined;
  readonly onPut: (href: string) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useText();
  const [text, setText] = useState(address ?? 'https://');
  const [isWrong, setIsWrong] = useState(false);
  const put = (): void => {
    const href = linkAddress(text);
    if (href === undefined) setIsWrong(true);
    else onPut(href);
  };
  const look = 'min-h-11 shrink-0 rounded-xl border border-line px-4';
  return (
    <fieldset aria-label={t('mentor.rich.link')} className="flex min-w-0 flex-wrap items-end gap-2">
      <div className="min-w-0 grow basis-56">
        <TextField
          label={t('mentor.rich.link.address')}
          error={isWrong ? t('mentor.rich.link.invalid') : undefined}
          value={text}
          type="url"
          // The form was opened to type an address.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onChange={(event) => {
            setText(event.target.value);
            setIsWrong(false);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Enter') {
              event.preventDefault();
              put();
            }
            if (event.key === 'Escape') {
              event.stopPropagation();
              onClose();
            }
          }}
        />
      </div>
      <button type="button" onClick={put} className={look}>
        {t('mentor.rich.link.put')}
      </button>
      {address !== undefined && (
        <button type="button" onClick={onRemove} className={look}>
          {t('mentor.rich.link.remove')}
        </button>
      )}
    </fieldset>
  );
}
