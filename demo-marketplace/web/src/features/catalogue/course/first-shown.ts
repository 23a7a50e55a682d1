/** Number of entries that each part of the course page shows at first. */
export const FIRST_SHOWN = { announcements: 3, reviews: 5 } as const;
