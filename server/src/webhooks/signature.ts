import { createHmac } from 'node:crypto';

/** Headers of a delivery. */
export const WebhookHeader = {
  Id: 'lectern-webhook-id',
  Timestamp: 'lectern-webhook-timestamp',
  Signature: 'lectern-webhook-signature',
} as const;

/** HMAC-SHA-256 over `<timestamp>.<body>`, as hex after the version of the scheme. */
export const signDelivery = (secret: string, timestamp: string, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
