/** Time up to which elapsed time was spent on credited seconds of video; null before the first lesson. */
export const WATCH_CREDIT = `ALTER TABLE enrollment ADD COLUMN watch_from bigint;`;
