import { useEffect, useRef, type KeyboardEvent, type ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { EMOJI, type Emoji } from '../lib/emoji.js';

export interface EmojiPickerProps {
  readonly onPick: (emoji: Emoji) => void;
  readonly onClose: () => void;
}

/** The images of the emoji table; Escape closes it. */
export function EmojiPicker({ onPick, onClose }: EmojiPickerProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // The dialog around it stays open.
    event.nativeEvent.stopImmediatePropagation();
    onClose();
  };
  return (
    <fieldset
      aria-label={t('chat.emoji')}
      className="grid max-h-48 grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] overflow-y-auto rounded-xl border border-line p-1"
    >
      {EMOJI.filter(({ image }) => image !== '').map((emoji) => {
        const name = locale === 'en' ? emoji.name : emoji.chineseName;
        return (
          <button
            key={emoji.index}
            ref={emoji.index === 0 ? first : null}
            type="button"
            aria-label={name}
            title={name}
            onClick={() => onPick(emoji)}
            onKeyDown={closeOnEscape}
            className="grid size-11 place-items-center rounded-lg hover:bg-sunken"
          >
            <img src={emoji.image} alt="" className="size-8" />
          </button>
        );
      })}
    </fieldset>
  );
}
