import {
  CODE_RESEND_SECONDS,
  CURRENCY,
  getConfig,
  MENTOR_REPLY_MS,
  PAYMENT_WINDOW_MS,
  WITHDRAWAL_MIN,
  type DemoAccount,
  type PayChannel,
} from '@lectern/marketplace-contract';
import { isoOf } from '@lectern/kit/clock';
import { onCall, type BoundAction } from '../http/call.js';

const MINUTE_MS = 60_000;

export interface SiteOptions {
  /** `org#app`. */
  readonly appKey: string;
  readonly restUrl: string | undefined;
  readonly demoAccounts: readonly DemoAccount[];
  readonly payChannels: readonly PayChannel[];
}

/** Action that returns the site's settings for pages: `/api/Index/config`. */
export const siteActions = ({
  appKey,
  restUrl = '',
  demoAccounts,
  payChannels,
}: SiteOptions): readonly BoundAction[] => [
  onCall(getConfig, async (_request, { now }) => ({
    currency: CURRENCY,
    pay_minutes: PAYMENT_WINDOW_MS / MINUTE_MS,
    reply_minutes: MENTOR_REPLY_MS / MINUTE_MS,
    pay_channels: [...payChannels],
    withdraw_min: WITHDRAWAL_MIN,
    resend_wait: CODE_RESEND_SECONDS,
    rtc: { appkey: appKey, rest: restUrl },
    server_time: isoOf(now),
    demo_accounts: [...demoAccounts],
  })),
];
