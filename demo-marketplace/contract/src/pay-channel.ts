/** Payment channel of an order. */
export const PayChannel = {
  /** The member's wallet. */
  Balance: 'balance',
  Card: 'card',
  /** The development payment page, in demo mode only. */
  Mock: 'mock',
} as const;
export type PayChannel = (typeof PayChannel)[keyof typeof PayChannel];
