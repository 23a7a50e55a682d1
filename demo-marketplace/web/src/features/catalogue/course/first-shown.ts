/** As many as each part of the course page shows before somebody asks for more. */
export const FIRST_SHOWN = { announcements: 3, reviews: 5 } as const;
