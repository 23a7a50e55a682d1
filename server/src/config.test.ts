import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, SETTINGS } from './config.js';

describe('settings', () => {
  it('have defaults that serve the demo application', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 8080,
      DATA_DIR: './data',
      APP_KEYS: ['lectern#demo'],
      DEMO: true,
      GRACE_MS: 45_000,
      REAP_MS: 120_000,
      LOG_LEVEL: 'info',
    });
  });

  it('close registration by default once there is no demo application', () => {
    expect(readConfig({ APP_KEYS: 'school#web, school#app' })).toMatchObject({
      APP_KEYS: ['school#web', 'school#app'],
      DEMO: false,
    });
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
    };
    expect(() => readConfig(wrong)).toThrow(ConfigError);
    for (const name of Object.keys(wrong)) expect(() => readConfig(wrong)).toThrow(`${name}: `);
  });

  it('are all described, with the defaults they have', () => {
    const text = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
    const rows = [...text.matchAll(/^\| `([A-Z_]+)` +\| (?:`([^`]+)`)? *\|/gm)];
    const described = new Map(rows.map(([, name = '', fallback]) => [name, fallback]));
    expect([...described.keys()].toSorted()).toEqual([...SETTINGS].toSorted());
    const given = [...described].filter((row): row is [string, string] => row[1] !== undefined);
    expect(readConfig(Object.fromEntries(given))).toEqual(readConfig({}));
    // What has no default given has none.
    const defaults = new Map<string, unknown>(Object.entries(readConfig({})));
    const isEmpty = (name: string): boolean => name !== 'DEMO' && String(defaults.get(name) ?? '') === '';
    expect(SETTINGS.filter((name) => name !== 'DEMO' && described.get(name) === undefined)).toEqual(
      SETTINGS.filter(isEmpty),
    );
  });
});
