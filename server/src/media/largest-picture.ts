/**
 * Pixels of the largest picture that is decoded: 4096 by 2304. What a member says of its size is not to be believed; one
 * of 16383 by 16383 would take 400 MB.
 */
export const MAX_PIXELS = 9_437_184;
