import { parseEmoji } from '@lectern/rtc/im';
import { useMemo, type ReactElement } from 'react';
import { EMOJI_IMAGES } from '../lib/emoji.js';

/** A text with its emoji; everything else in it is shown as it was written. */
export function MessageText({ text }: { readonly text: string }): ReactElement {
  const parts = useMemo(() => parseEmoji(text, EMOJI_IMAGES), [text]);
  return (
    <>
      {parts.map((part, index) =>
        part.kind === 'text' ? (
          part.text
        ) : (
          // The parts of a text never change their places. 0.32 rem of the specification's 100 px base are 32 px.
          // oxlint-disable-next-line react/no-array-index-key
          <img
            key={index}
            src={part.image}
            alt={`[${part.name}]`}
            className="mx-0.5 inline-block size-8 align-middle"
          />
        ),
      )}
    </>
  );
}
