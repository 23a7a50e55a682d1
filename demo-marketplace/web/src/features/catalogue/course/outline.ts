import type { CourseChapter } from '@lectern/marketplace-contract';

/** The chapters of a course as far as loaded; a preview has them from the beginning. */
export interface Outline {
  readonly data: readonly CourseChapter[] | undefined;
  readonly isPending: boolean;
  /** The error that prevented loading them. */
  readonly error: Error | null;
  readonly refetch: () => unknown;
}
