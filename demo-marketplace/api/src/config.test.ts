import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MARKETPLACE_SETTINGS } from './config.js';
import { SMS_API_URL } from './delivery/sms.js';
import { MarketplaceConfigError, readMarketplaceConfig } from './index.js';
import { CARD_API_URL } from './payments/card.js';

/** Defaults of optional settings that the part using them applies. */
const PART_DEFAULTS: Readonly<Record<string, string>> = { CARD_API_URL, SMS_API_URL };

test('nothing has to be set', () => {
  expect(readMarketplaceConfig({})).toEqual({ MARKETPLACE_SCHEMA: 'marketplace', DEMO_CONTENT: true });
});

test('settings are read, empty ones as if they were not set', () => {
  const smtp = { SMTP_URL: ' smtps://u:p@mail.example.org ', MAIL_FROM: 'a@b.tw', PUBLIC_URL: 'https://example.org' };
  expect(readMarketplaceConfig({ ...smtp, MARKETPLACE_DATABASE_URL: ' ' })).toMatchObject({
    SMTP_URL: 'smtps://u:p@mail.example.org',
    MAIL_FROM: 'a@b.tw',
    MARKETPLACE_DATABASE_URL: undefined,
  });
});

test.each([
  [{ MARKETPLACE_DATABASE_URL: 'mysql://x' }, 'MARKETPLACE_DATABASE_URL: must be a postgres:// URL'],
  [{ DEMO_CONTENT: 'maybe' }, 'DEMO_CONTENT'],
  [{ MARKETPLACE_SCHEMA: 'a"; DROP' }, 'MARKETPLACE_SCHEMA: must be a plain name'],
  [{ SMTP_URL: 'http://x' }, 'SMTP_URL: must be an smtp:// or smtps:// URL'],
  [{ SMTP_URL: 'smtp://x', MAIL_FROM: 'a@b.tw' }, 'PUBLIC_URL: must be set with SMTP_URL'],
  [{ CARD_SECRET_KEY: 'sk' }, 'CARD_WEBHOOK_SECRET: must be set with CARD_SECRET_KEY'],
  [{ CARD_WEBHOOK_SECRET: 'wh' }, 'CARD_SECRET_KEY: must be set with CARD_WEBHOOK_SECRET'],
  [{ CARD_API_URL: 'ftp://x' }, 'CARD_API_URL: must be an http:// or https:// URL'],
  [{ S3_BUCKET: 'b' }, 'S3_ENDPOINT: must be set with the other S3 settings'],
  [{ SMS_ACCOUNT: 'AC1', SMS_TOKEN: 't' }, 'SMS_FROM: must be set with SMS_ACCOUNT'],
  [{ SMS_FROM: '+1' }, 'SMS_TOKEN: must be set with SMS_ACCOUNT'],
  [{ SMS_API_URL: 'x' }, 'SMS_API_URL: must be an http:// or https:// URL'],
  [{ SMTP_URL: 'smtp://x', PUBLIC_URL: 'https://a.tw' }, 'MAIL_FROM: must be set with SMTP_URL'],
])('%j is refused and says why', (env, message) => {
  expect(() => readMarketplaceConfig(env)).toThrow(MarketplaceConfigError);
  expect(() => readMarketplaceConfig(env)).toThrow(message);
});

test('settings are all described, with the defaults they have', () => {
  const document = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8');
  const [, text = ''] = document.split('# Settings of the marketplace');
  const rows = [...text.matchAll(/^\| `([A-Z\d_]+)` +\| (?:`([^`]+)`)? *\|/gm)];
  expect(rows.map(([, name]) => name).toSorted()).toEqual([...MARKETPLACE_SETTINGS].toSorted());
  const defaults = readMarketplaceConfig({});
  for (const [, name = '', fallback] of rows) {
    if (fallback === undefined) {
      expect([name, defaults[name as keyof typeof defaults]]).toEqual([name, undefined]);
      continue;
    }
    // A default applied by the part itself must parse to the same value when it is set explicitly.
    const given = readMarketplaceConfig({ [name]: fallback });
    const known = defaults[name as keyof typeof defaults] ?? PART_DEFAULTS[name];
    expect([name, given[name as keyof typeof given]]).toEqual([name, known]);
  }
});
