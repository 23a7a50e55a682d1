import type { SiteConfig } from '@lectern/marketplace-contract';

/** The settings of a site without demo accounts, for tests. */
export const testConfig = (over: Partial<SiteConfig> = {}): SiteConfig => ({
  ...{ currency: 'TWD', pay_minutes: 30, reply_minutes: 15, withdraw_min: 1000, resend_wait: 60 },
  pay_channels: ['card', 'balance'],
  rtc: { appkey: 'lectern#demo', rest: '' },
  server_time: '2026-01-01T00:00:00Z',
  demo_accounts: [],
  ...over,
});
