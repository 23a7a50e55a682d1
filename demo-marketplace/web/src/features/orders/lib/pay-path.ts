/** Where an order is paid, and where its result is shown. */
export const payPath = (orderNo: string): string => `/video-pay?order=${encodeURIComponent(orderNo)}`;

/** The page of the course of an order. */
export const coursePath = (id: string): string => `/video-info?id=${encodeURIComponent(id)}`;

/** The learning view of the course of an order. */
export const learnPath = (id: string): string => `${coursePath(id)}&learn=1`;
