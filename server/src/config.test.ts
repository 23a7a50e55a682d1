import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, SETTINGS } from './config.js';

describe('settings', () => {
  it('have defaults', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 8080,
      DATA_DIR: './data',
      APP_KEYS: ['lectern#demo'],
      DEMO: false,
      GRACE_MS: 45_000,
      REAP_MS: 120_000,
      LOG_LEVEL: 'info',
    });
  });

  it('are those of a demo where that is the default, and there is a demo application', () => {
    expect(readConfig({}, { isDemoByDefault: true }).DEMO).toBe(true);
    expect(readConfig({ DEMO: 'off' }, { isDemoByDefault: true }).DEMO).toBe(false);
    expect(readConfig({ APP_KEYS: 'school#web, school#app' }, { isDemoByDefault: true })).toMatchObject({
      APP_KEYS: ['school#web', 'school#app'],
      DEMO: false,
    });
  });

  const numbers = Object.entries(readConfig({})).filter(([, value]) => typeof value === 'number');

  it.each(numbers.map(([name]) => name))('%s is a whole number in a range, which its refusal names', (name) => {
    const absurd = fc.oneof(
      fc.integer({ max: -1 }).map(String),
      fc.integer({ min: 1, max: 1_000 }).map((thousandths) => String(thousandths + 0.5)),
      fc.constantFrom(
        '1e12',
        '1e3',
        '0x10',
        'NaN',
        'Infinity',
        '-0',
        '9'.repeat(17),
        '9'.repeat(400),
        '１２',
        '12 ms',
        'true',
      ),
    );
    fc.assert(
      fc.property(absurd, (value) => {
        expect(() => readConfig({ [name]: value })).toThrow(
          new RegExp(`^these settings cannot be used:\\n  ${name}: must be a whole number from \\d+ to \\d+$`),
        );
      }),
      { numRuns: 30 },
    );
    expect(readConfig({ [name]: ' ' })).toEqual(readConfig({}));
  });

  it('hold both ends of a range', () => {
    expect(numbers.length).toBeGreaterThan(40);
    for (const [name] of numbers) {
      let message = '';
      try {
        readConfig({ [name]: 'x' });
      } catch (error) {
        message = String(error);
      }
      const [, least = '', most = ''] = /from (\d+) to (\d+)$/.exec(message) ?? [];
      for (const end of [least, most]) expect(readConfig({ [name]: end })).toHaveProperty(name, Number(end));
      expect(() => readConfig({ [name]: String(BigInt(most) + 1n) })).toThrow(`${name}: must be`);
    }
  });

  it('do not let media take the whole memory', () => {
    const most = 4 * availableParallelism();
    expect(readConfig({ MEDIA_WORKERS: String(most) }).MEDIA_WORKERS).toBe(most);
    expect(() => readConfig({ MEDIA_WORKERS: '500000' })).toThrow(
      `MEDIA_WORKERS: must be a whole number from 1 to ${most}`,
    );
  });

  it('are read from text', () => {
    const env = {
      PORT: '0',
      ANNOUNCED_ADDRESS: '203.0.113.9, 10.0.0.1',
      MEDIA_PORTS: '40000-40999',
      SECRET: '',
      DEMO: 'off',
    };
    const config = readConfig(env);
    expect(config).toMatchObject({
      PORT: 0,
      ANNOUNCED_ADDRESS: ['203.0.113.9', '10.0.0.1'],
      MEDIA_PORTS: [40_000, 40_999],
      DEMO: false,
    });
    expect(config.SECRET).toBeUndefined();
  });

  it('name everything that is wrong', () => {
    const wrong = {
      PORT: 'eighty',
      APP_KEYS: 'school',
      PUBLIC_URL: 'example.com',
      MEDIA_PORTS: '9-1',
      SECRET: 'short',
      SECRET_PREVIOUS: 'a secret that is long enough,short',
    };
    expect(() => readConfig(wrong)).toThrow(ConfigError);
    for (const name of Object.keys(wrong)) expect(() => readConfig(wrong)).toThrow(`${name}: `);
  });

  it('are all described, with the defaults they have', () => {
    const document = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
    const [text = ''] = document.split('# Settings of the marketplace');
    const rows = [...text.matchAll(/^\| `([A-Z_]+)` +\| (?:`([^`]+)`)? *\|/gm)];
    const described = new Map(rows.map(([, name = '', fallback]) => [name, fallback]));
    expect([...described.keys()].toSorted()).toEqual([...SETTINGS].toSorted());
    const given = [...described].filter((row): row is [string, string] => row[1] !== undefined);
    expect(readConfig(Object.fromEntries(given))).toEqual(readConfig({}));
    // A setting without a default has no value.
    const defaults = new Map<string, unknown>(Object.entries(readConfig({})));
    const isEmpty = (name: string): boolean => name !== 'DEMO' && String(defaults.get(name) ?? '') === '';
    expect(SETTINGS.filter((name) => name !== 'DEMO' && described.get(name) === undefined)).toEqual(
      SETTINGS.filter(isEmpty),
    );
  });
});
