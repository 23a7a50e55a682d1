/** Indexes that find, count and sort the catalogue without reading its rows, which are wide. */
export const LISTING = `
  CREATE INDEX course_listed ON course (learners_n, id)
    INCLUDE (mentor_id, category_id, level, lang, price_cents, rating_sum, rating_n, seconds, published_at)
    WHERE status = 'approved' AND NOT is_paused AND deleted_at IS NULL;
`;
