import { describe, expect, it } from 'vitest';
import { isLocalHost, isLoopbackHost, isPublicUrl, productionSigns, readLaunch, UsageError } from './mode.js';

describe('hosts', () => {
  it.each(['127.0.0.1', '127.9.8.7', '::1', '[::1]', 'localhost', 'LOCALHOST', 'a.localhost', '::ffff:127.0.0.1'])(
    '%s is this machine alone',
    (host) => expect([isLoopbackHost(host), isLocalHost(host)]).toEqual([true, true]),
  );

  it.each(['10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.1.1', '0.0.0.0', '::', 'fe80::1', '[fd00::1]', 'lectern'])(
    '%s is of a local network',
    (host) => expect([isLoopbackHost(host), isLocalHost(host)]).toEqual([false, true]),
  );

  it.each(['classroom.local', 'a.internal', 'a.test', 'router.home.arpa', 'a.local.'])(
    '%s is a name of local networks',
    (host) => expect(isLocalHost(host)).toBe(true),
  );

  it.each([
    'example.org',
    'localhost.example.org',
    '8.8.8.8',
    '172.32.0.1',
    '2001:db8::1',
    '::ffff:8.8.8.8',
    'local.tw',
  ])('%s may be reached from the internet', (host) =>
    expect([isLoopbackHost(host), isLocalHost(host)]).toEqual([false, false]),
  );

  it('are read from URLs', () => {
    const urls = [
      'https://learn.example.org',
      'http://localhost:8080',
      'http://[::ffff:7f00:1]/',
      'http://[::1]:1',
      '',
    ];
    expect(urls.map(isPublicUrl)).toEqual([true, false, false, false, false]);
  });
});

describe('the mode of a server', () => {
  it('is production unless a demo is asked for', () => {
    expect(readLaunch([], {}).config.DEMO).toBe(false);
    expect(readLaunch(['serve'], {}).config.DEMO).toBe(false);
    expect(readLaunch(['serve'], { DEMO: 'on' }).config.DEMO).toBe(true);
    expect(readLaunch(['serve', '--demo'], {}).config.DEMO).toBe(true);
    expect(readLaunch(['--demo'], { PUBLIC_URL: 'http://192.168.0.9:8080' }).config.DEMO).toBe(true);
    expect(readLaunch(['--demo'], { DEMO: 'off' }).config.DEMO).toBe(false);
    expect(readLaunch(['--demo'], { APP_KEYS: 'school#web' }).config.DEMO).toBe(false);
  });

  it.each([{ NODE_ENV: 'production' }, { PUBLIC_URL: 'https://learn.example.org' }])(
    'is production with %j, and says why, unless DEMO=on is set by hand',
    (env) => {
      const launch = readLaunch(['--demo'], env);
      expect(launch.config.DEMO).toBe(false);
      expect(launch.notice).toContain(`Production mode, since ${productionSigns(env)[0]}`);
      const byHand = readLaunch(['--demo'], { ...env, DEMO: 'on' });
      expect(byHand.config.DEMO).toBe(true);
      expect(byHand.notice).toContain('Demo mode');
    },
  );

  it('is not guessed from a command line that is not understood', () => {
    expect(() => readLaunch(['server'], {})).toThrow(UsageError);
    expect(() => readLaunch(['serve', '--dmeo'], {})).toThrow('"--dmeo" is not known');
    expect(() => readLaunch(['--help'], {})).toThrow('Usage: lectern serve');
  });
});
