/** The page of a course. */
export const coursePath = (id: string): string => `/video-info?id=${encodeURIComponent(id)}`;

/** The page of a live class or activity. */
export const livePath = (id: string): string => `/live-info?id=${encodeURIComponent(id)}`;
