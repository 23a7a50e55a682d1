import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';

/** Images attached to a text; each opens in a tab of its own. */
export function Pictures({ images }: { readonly images: readonly string[] }): ReactElement | null {
  const t = useText();
  if (images.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {images.map((image) => (
        <li key={image}>
          <a href={image} target="_blank" rel="noopener noreferrer" aria-label={t('review.image')}>
            <img src={image} alt="" loading="lazy" className="size-24 rounded-xl object-cover" />
          </a>
        </li>
      ))}
    </ul>
  );
}
