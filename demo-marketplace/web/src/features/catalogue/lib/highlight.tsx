import type { ReactNode } from 'react';

/** Marks the search words in a text. */
export function highlight(text: string, query: string): ReactNode {
  const words = query.split(/\s+/).filter(Boolean);
  if (words.length === 0) return text;
  const found = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return text.split(new RegExp(`(${found})`, 'giu')).map((part, index) =>
    index % 2 === 1 ? (
      // Parts have no other name than their place.
      <mark key={index} className="rounded-xs bg-amber-tint text-inherit">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
