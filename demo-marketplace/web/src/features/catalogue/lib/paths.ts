export { categoryPath, mentorPath, searchPath } from '../../../lib/catalogue-path.js';

/** Where things of the catalogue are. */
export const coursePath = (id: string, unitId = '', second = 0): string =>
  `/video-info?${new URLSearchParams({
    id,
    ...(unitId !== '' && { unit: unitId }),
    ...(second > 0 && { t: String(second) }),
  }).toString()}`;

/** The learning view of a course, at the lesson where its learner goes on. */
export const learnPath = (id: string): string => `/video-info?${new URLSearchParams({ id, learn: '1' }).toString()}`;

/** State of a navigation to a lesson that plays at once. */
export const PLAYING = 'playing';

/** Where a course is bought, or backed. */
export const payPath = (courseId: string): string =>
  `/video-pay?${new URLSearchParams({ course: courseId }).toString()}`;
