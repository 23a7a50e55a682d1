import type { CourseChapter } from '@lectern/marketplace-contract';

/** Chapters of a course as far as they have come; a preview has them from the beginning. */
export interface Outline {
  readonly data: readonly CourseChapter[] | undefined;
  readonly isPending: boolean;
  /** Why there are none. */
  readonly error: Error | null;
  readonly refetch: () => unknown;
}
