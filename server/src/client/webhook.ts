import { hmac } from './crypto.js';

const TOLERANCE_S = 300;

/** A webhook as received. */
export interface WebhookDelivery {
  /** Headers `Lectern-Webhook-Timestamp` and `Lectern-Webhook-Signature`. */
  readonly timestamp: string | null | undefined;
  readonly signature: string | null | undefined;
  /** The raw body, before it is parsed. */
  readonly body: string;
}

/** Compares all characters even after a difference, so that the timing reveals nothing. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1)
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index % (b.length || 1));
  return difference === 0;
}

/**
 * True if a webhook was sent by the server, within the last five minutes (`docs/webhooks.md`).
 *
 * @param nowMs for tests; the machine's clock by default
 */
export async function verifyWebhook(
  { timestamp, signature, body }: WebhookDelivery,
  secret: string,
  nowMs: number = Date.now(),
): Promise<boolean> {
  if (!timestamp || !signature || !(Math.abs(nowMs / 1000 - Number(timestamp)) <= TOLERANCE_S)) return false;
  const digest = [...(await hmac(secret, `${timestamp}.${body}`))];
  return isSame(`v1=${digest.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`, signature);
}
