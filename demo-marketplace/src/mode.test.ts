import { MARKETPLACE_SETTINGS, readMarketplaceConfig } from '@lectern/marketplace-api';
import { expect, test } from 'vitest';
import { readLaunch, realSettings, takesRealMoney } from './mode.js';

const REAL = {
  PUBLIC_URL: 'https://learn.example.org',
  SMTP_URL: 'smtps://user:password@mail.example.org',
  MAIL_FROM: 'no-reply@example.org',
};
/** Settings that a demo has as well; a public `PUBLIC_URL` counts by its address. */
const HARMLESS: ReadonlySet<string> = new Set(['PUBLIC_URL', 'DEMO_CONTENT']);
const CARD = { CARD_SECRET_KEY: 'sk_live_1', CARD_WEBHOOK_SECRET: 'whsec_1' };

test('npm start is the demo, as is what DEMO=on is set for; everything else is production', () => {
  expect(readLaunch(['--demo'], {}).config.DEMO).toBe(true);
  expect(readLaunch(['--demo'], { PUBLIC_URL: 'http://192.168.1.2:8080' }).config.DEMO).toBe(true);
  expect(readLaunch([], { ...REAL, DEMO: 'on' }).config.DEMO).toBe(true);
  expect(readLaunch([], REAL).config.DEMO).toBe(false);
  expect(readLaunch(['--demo'], { ...REAL, DEMO: 'off' }).config.DEMO).toBe(false);
});

test.each([
  { NODE_ENV: 'production' },
  { PUBLIC_URL: 'https://learn.example.org' },
  { SMTP_URL: REAL.SMTP_URL },
  { MAIL_FROM: 'no-reply@example.org' },
  { SMS_ACCOUNT: 'AC1', SMS_TOKEN: 't', SMS_FROM: '+1' },
  { S3_ENDPOINT: 'https://s3', S3_REGION: 'r', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' },
  CARD,
  { ...CARD, CARD_SECRET_KEY: 'sk_test_1' },
])('%j makes it production, and it says so, until DEMO=on is set by hand', (sign) => {
  const local = { ...REAL, PUBLIC_URL: 'http://localhost:8080', ...sign };
  const { config, reasons } = readLaunch(['--demo'], local);
  expect(config.DEMO).toBe(false);
  expect(reasons.join()).toContain(Object.keys(sign)[0]);
  // In demo mode it must refuse settings that move real money.
  const isReal = takesRealMoney(readMarketplaceConfig(local));
  if (!isReal)
    expect(readLaunch(['--demo'], { ...local, DEMO: 'on' })).toMatchObject({ config: { DEMO: true }, reasons: [] });
});

test('each setting of payments, mail, text messages and storage is one of a real site, alone', () => {
  const alone = MARKETPLACE_SETTINGS.map((name) => realSettings({ ...readMarketplaceConfig({}), [name]: 'set' }));
  const found = MARKETPLACE_SETTINGS.filter((name, index) => alone[index]?.includes(name));
  const isHarmless = (name: string): boolean => name.startsWith('MARKETPLACE_') || HARMLESS.has(name);
  expect(found).toEqual(MARKETPLACE_SETTINGS.filter((name) => !isHarmless(name)));
  expect(alone.flat()).toEqual(found);
});

test('production does not start without what it needs, and says how to set it', () => {
  const start = (env: Record<string, string>) => () => readLaunch(['--demo'], { NODE_ENV: 'production', ...env });
  expect(start({})).toThrow('PUBLIC_URL: where people reach the site, such as PUBLIC_URL=https://learn.example.org');
  expect(start({})).toThrow('SMTP_URL=smtps://user:password@mail.example.org');
  expect(start({})).toThrow('MAIL_FROM="Lectern <no-reply@example.org>"');
  expect(start({ PUBLIC_URL: REAL.PUBLIC_URL })).not.toThrow('PUBLIC_URL:');
  expect(start({ MAIL_FROM: REAL.MAIL_FROM })).toThrow(
    'production, since NODE_ENV is production and MAIL_FROM is set,',
  );
  expect(start(REAL)).not.toThrow();
});

test('a demo does not take real money', () => {
  const demo = (env: Record<string, string>) => () => readLaunch(['--demo'], { ...REAL, ...CARD, DEMO: 'on', ...env });
  expect(demo({})).toThrow('a demo must not take real money');
  expect(demo({ CARD_API_URL: 'https://api.example.org' })).toThrow('a demo must not take real money');
  expect(demo({ CARD_SECRET_KEY: 'sk_test_51' })).not.toThrow();
  expect(demo({ CARD_API_URL: 'http://127.0.0.1:12111' })).not.toThrow();
});

test('arguments that are not known are refused', () => {
  expect(() => readLaunch(['--dmeo'], {})).toThrow('"--dmeo" is not known');
});
