import { useState, type ReactElement } from 'react';

/** Calm hues, dark enough for white letters. */
const HUES = ['#2f6f8f', '#7a5195', '#a34c5b', '#8a6116', '#3f7a4f', '#4d62a8', '#96543a', '#2c7a74'];

const letters = new Intl.Segmenter();

const firstLetterOf = (word: string): string => letters.segment(word).containing(0)?.segment ?? '';

/** The initials of a name: the first letters of its first and last word, or the first Chinese character. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0];
  if (first === undefined) return '?';
  const last = words.length > 1 ? firstLetterOf(words.at(-1) ?? '') : '';
  return (firstLetterOf(first) + last).toLocaleUpperCase();
}

const hueOf = (name: string): string => {
  let sum = 0;
  for (let index = 0; index < name.length; index += 1) sum = (sum * 31 + name.charCodeAt(index)) >>> 0;
  return HUES[sum % HUES.length] ?? '#2f6f8f';
};

export interface AvatarProps {
  readonly name: string;
  /** URL of the image; without it, or if it cannot be loaded, the initials are shown. */
  readonly picture?: string | undefined;
  readonly className: string;
}

/** The image of a person. Purely visual: the name stands beside it. */
export function Avatar({ name, picture, className }: AvatarProps): ReactElement {
  const [broken, setBroken] = useState<string>();
  if (picture !== undefined && picture !== '' && picture !== broken) {
    return (
      <img
        src={picture}
        alt=""
        loading="lazy"
        onError={() => setBroken(picture)}
        className={`shrink-0 rounded-full bg-sunken object-cover ${className}`}
      />
    );
  }
  return (
    <span
      aria-hidden
      style={{ backgroundColor: hueOf(name) }}
      className={`grid shrink-0 place-items-center rounded-full font-medium text-white select-none ${className}`}
    >
      {initialsOf(name)}
    </span>
  );
}
