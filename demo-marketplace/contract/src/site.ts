import * as z from 'zod/mini';
import { Access, type AnyAction, declare, nothing } from './action.js';
import { moment, userType } from './fields.js';
import { PayChannel } from './pay-channel.js';

/** A public account of demo mode. */
const demoAccount = z.object({
  usertype: userType,
  /** True for an account of the back office. */
  is_staff: z.boolean(),
  email: z.string(),
  password: z.string(),
});
export type DemoAccount = z.infer<typeof demoAccount>;

/** Settings of the site that pages need, requested once. */
export const siteConfig = z.object({
  currency: z.string(),
  /** Minutes within which an order must be paid. */
  pay_minutes: z.number(),
  /** Minutes within which a designated mentor must reply. */
  reply_minutes: z.number(),
  /** Payment channels of courses, classes and activities. */
  pay_channels: z.array(z.enum(Object.values(PayChannel))),
  /** Smallest withdrawal, in units of the currency. */
  withdraw_min: z.number(),
  /** Minimum seconds between two verification codes. */
  resend_wait: z.number(),
  rtc: z.object({
    /** `org#app`. */
    appkey: z.string(),
    /** Base of the conference server's REST; empty for the page's own origin. */
    rest: z.string(),
  }),
  server_time: moment,
  /** Empty outside of demo mode. */
  demo_accounts: z.array(demoAccount),
});
export type SiteConfig = z.infer<typeof siteConfig>;

export const getConfig = declare('/api/Index/config', {
  access: Access.Public,
  summary: 'Limits, addresses and the time of the site; in demo mode accounts to try.',
  request: nothing,
  response: siteConfig,
});

/** Actions of this file. */
export const SITE_ACTIONS: readonly AnyAction[] = [getConfig];
