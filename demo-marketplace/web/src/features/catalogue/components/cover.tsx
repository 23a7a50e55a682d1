import type { ReactElement } from 'react';

/** Pairs of colours for courses without a cover image. */
const GROUNDS = [
  'from-[#17694f] to-[#0f3f4f]',
  'from-[#7a5195] to-[#3b3b7a]',
  'from-[#8a5a00] to-[#7a2e1d]',
  'from-[#2f6f8f] to-[#1d3b66]',
];

export interface CoverProps {
  readonly id: string;
  readonly title: string;
  /** URL of the image; empty if there is none. */
  readonly picture: string;
  /** The image is in the first viewport, so it is loaded with priority. */
  readonly isFirst?: boolean;
  readonly className?: string;
}

/** The cover image of a course. Purely visual: the title stands beside it. */
export function Cover({ id, title, picture, isFirst = false, className = '' }: CoverProps): ReactElement {
  if (picture === '') {
    return (
      <span
        aria-hidden
        className={`grid aspect-video w-full place-items-center bg-linear-to-br text-5xl font-semibold text-white/90 select-none ${GROUNDS[Number(id) % GROUNDS.length] ?? ''} ${className}`}
      >
        {title.slice(0, 1)}
      </span>
    );
  }
  return (
    <img
      src={picture}
      alt=""
      width={640}
      height={360}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      className={`aspect-video w-full bg-sunken object-cover ${className}`}
    />
  );
}
