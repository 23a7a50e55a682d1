/** Where an order is paid, and where its result is shown. */
export const payPath = (orderNo: string): string => `/video-pay?order=${encodeURIComponent(orderNo)}`;

/** Where the course of an order is learned. */
export const coursePath = (id: string): string => `/video-info?id=${encodeURIComponent(id)}`;
