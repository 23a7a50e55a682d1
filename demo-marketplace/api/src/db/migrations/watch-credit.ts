/** Up to when the time that passed is spent on seconds of video that were credited; null before the first lesson. */
export const WATCH_CREDIT = `ALTER TABLE enrollment ADD COLUMN watch_from bigint;`;
