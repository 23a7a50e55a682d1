import * as z from 'zod/mini';
import { Access, declare, nothing } from './action.js';
import { moment, userType } from './fields.js';

/** An account that everybody may try in demo mode. */
const demoAccount = z.object({
  usertype: userType,
  /** Whether it belongs to the back office. */
  is_staff: z.boolean(),
  email: z.string(),
  password: z.string(),
});
export type DemoAccount = z.infer<typeof demoAccount>;

/** What pages need to know of the site, asked for once. */
export const siteConfig = z.object({
  currency: z.string(),
  /** Minutes in which a payment must finish. */
  pay_minutes: z.number(),
  /** Minutes in which a designated mentor must reply. */
  reply_minutes: z.number(),
  /** Smallest withdrawal, in units of the currency. */
  withdraw_min: z.number(),
  /** Seconds between two verification codes. */
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
