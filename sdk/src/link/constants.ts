/**
 * Longest time for one attempt from the offer to connected ICE, in ms; not in the specification, but a lost answer has
 * no other signal.
 */
export const LINK_TIMEOUT_MS = 20_000;
