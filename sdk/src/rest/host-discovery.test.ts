import { describe, expect, it } from 'vitest';
import { FakePlatform, type FakeAnswer } from '../testing/index.js';
import { PROVIDER_HOSTS } from '../emedia/provider-hosts.js';
import { parseAppKey } from './app-key.js';
import { RestClient } from './rest-client.js';

const hosts = (...entries: { protocol: string; domain: string }[]): FakeAnswer => ({
  body: { rest: { hosts: entries } },
});
const https = (domain: string) => ({ protocol: 'https', domain });

function setUp(dnsHosts: readonly string[] = PROVIDER_HOSTS) {
  const platform = new FakePlatform();
  const rest = new RestClient({ platform, appKey: parseAppKey('lectern#demo'), hosts: dnsHosts });
  platform.http.on('POST', '/conferences/room', { body: { confrId: 'LC1' } });
  const join = () => rest.room({ memName: 'm', token: 't', roomName: 'r', password: 'p' });
  const asked = () => platform.http.requests.map(({ url }) => url.origin + url.pathname);
  return { platform, join, asked };
}

describe('host discovery', () => {
  it('asks with the app key encoded twice, keeps https hosts only, and looks once', async () => {
    const { platform, join, asked } = setUp();
    platform.http
      .on('GET', '/easemob/server.json', hosts({ protocol: 'http', domain: 'plain.example' }, https('a1.example')))
      .on('POST', '/lectern/demo/token', { body: { access_token: 'x' } });
    await join();
    await join();
    expect(platform.http.requests[0]?.url.href).toBe(
      'https://rs.easemob.com/easemob/server.json?app_key=lectern%2523demo',
    );
    expect(asked().slice(1)).toEqual([
      'https://a1.example/lectern/demo/token',
      'https://a1.example/lectern/demo/conferences/room',
      'https://a1.example/lectern/demo/conferences/room',
    ]);
  });

  it('goes on to the next host when one can not be reached; a refused probe was reached', async () => {
    const { platform, join, asked } = setUp(['https://dns.example/']);
    platform.http
      .on('GET', '/easemob/server.json', hosts(https('a1.example'), https('a2.example'), https('a3.example')))
      .on('POST', 'a1.example/lectern/demo/token', 'fail')
      .on('POST', 'a2.example/lectern/demo/token', { status: 502 })
      .on('POST', 'a3.example/lectern/demo/token', { status: 400, body: { error: 'invalid_grant' } });
    await join();
    expect(asked().at(-1)).toBe('https://a3.example/lectern/demo/conferences/room');
  });

  it('falls through the three DNS hosts in order', async () => {
    const { platform, join, asked } = setUp();
    platform.http
      .on('GET', 'https://rs.easemob.com/easemob/server.json', { status: 500 })
      .on('GET', 'http://182.92.174.78/easemob/server.json', 'hang')
      .on('GET', 'http://112.126.66.111/easemob/server.json', hosts(https('a1.example')))
      .on('POST', '/lectern/demo/token', { body: {} });
    const call = join();
    await platform.clock.advance(5_000);
    await call;
    expect(
      asked()
        .slice(0, 3)
        .map((url) => new URL(url).host),
    ).toEqual(['rs.easemob.com', '182.92.174.78', '112.126.66.111']);
    expect(platform.clock.pendingTimers).toBe(0);
  });

  it.each([
    ['no hosts', {}],
    ['empty', { rest: { hosts: [] } }],
    ['odd', { rest: { hosts: [null, 1, {}] } }],
  ])('fails with what to do when %s are told, and looks again with the next call', async (_, body) => {
    const { platform, join, asked } = setUp(['https://dns.example']);
    platform.http.on('GET', '/easemob/server.json', { body });
    await expect(join()).rejects.toThrow('no REST host of lectern#demo can be reached');
    await expect(join()).rejects.toMatchObject({ reason: 'network' });
    expect(asked()).toHaveLength(2);
  });
});
