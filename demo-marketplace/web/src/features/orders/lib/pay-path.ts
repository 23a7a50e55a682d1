/** Where an order is paid, and where its result is shown. */
export const payPath = (orderNo: string): string => `/video-pay?order=${encodeURIComponent(orderNo)}`;
