import type { Sms, SmsSender } from './ports.js';

/** Account at a carrier with Twilio's API. */
export interface SmsOptions {
  /** Base URL of the API; `https://api.twilio.com` by default. */
  readonly apiUrl?: string | undefined;
  readonly account: string;
  readonly token: string;
  /** Sender number, or the id of a service that selects one. */
  readonly from: string;
}

export const SMS_API_URL = 'https://api.twilio.com';
const TIMEOUT_MS = 10_000;
const SERVICE_ID = /^MG[0-9a-f]{32}$/i;
const MAX_REASON = 200;

/** Sends text messages through the carrier's API. */
export function smsCarrier({ apiUrl = SMS_API_URL, account, token, from }: SmsOptions): SmsSender {
  const address = new URL(`/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`, apiUrl);
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;
  return {
    async sendSms({ to, text }: Sms): Promise<void> {
      const response = await fetch(address, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({
          To: to,
          Body: text,
          [SERVICE_ID.test(from) ? 'MessagingServiceSid' : 'From']: from,
        }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // Only the reason is included, since the response repeats the message, which may contain a code.
      if (!response.ok) throw new Error(`the carrier answers ${response.status} ${await reasonIn(response)}`);
      await response.body?.cancel();
    },
  };
}

async function reasonIn(response: Response): Promise<string> {
  const answer: unknown = await response.json().catch(() => undefined);
  if (typeof answer !== 'object' || answer === null || !('code' in answer)) return '';
  return `(${String(answer.code).slice(0, MAX_REASON)})`;
}
