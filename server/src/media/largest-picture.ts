/**
 * Pixels of the largest frame that is decoded: 4096 by 2304. A size claimed by a member is not trusted; a frame of
 * 16383 by 16383 would take 400 MB.
 */
export const MAX_PIXELS = 9_437_184;
