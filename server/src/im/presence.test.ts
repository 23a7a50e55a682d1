import { NameSpace } from '@lectern/rtc/im-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { APP_KEY, startTestServer, type TestServer } from '../testing/harness.js';
import { ImWire } from '../testing/im-client.js';

let clock: FakeClock;
let server: TestServer;

const tokenOf = (user: string): string => server.server.accounts.issueToken(APP_KEY, user).token;
const enter = async (user: string, resource?: string): Promise<ImWire> =>
  ImWire.enter(server.url, user, tokenOf(user), resource);

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const ask = async (method: string, user: string, path: string, body?: unknown, as = user): Promise<Answer> => {
  const response = await fetch(`${server.url}/lectern/demo/users/${user}/${path}`, {
    method,
    headers: { authorization: `Bearer ${tokenOf(as)}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

/** The next presence notification of a device. */
const news = async (wire: ImWire): Promise<unknown> => {
  const isNews = (ns?: number): boolean => ns === NameSpace.Notify;
  const { metas = [] } = await wire.next('sync', (sync) => isNews(sync.metas?.[0]?.ns));
  return JSON.parse(Buffer.from(metas[0]?.payload ?? []).toString());
};
const state = (status: Record<string, string>, ext = '') => ({
  type: 'presence',
  data: { values: [expect.objectContaining({ uid: 'ben', ext, status })] },
});

beforeEach(async () => {
  clock = new FakeClock();
  server = await startTestServer({ PING_INTERVAL_MS: '10000000' }, { clock });
});

afterEach(() => server.server.close());

describe('who watches a user', () => {
  it('is told when devices come and go, and what the user says', async () => {
    const ann = await enter('ann');
    const { body } = await ask('POST', 'ann', 'presence/3600', { usernames: ['ben', 'cai'] });
    const expiry = Math.floor(clock.now() / 1_000) + 3_600;
    expect(body.result).toEqual([
      { uid: 'ben', last_time: 0, expiry, ext: '', status: {} },
      { uid: 'cai', last_time: 0, expiry, ext: '', status: {} },
    ]);
    const ben = await enter('ben', 'web');
    expect(await news(ann)).toEqual(state({ web: '1' }));
    await enter('ben', 'phone');
    expect(await news(ann)).toEqual(state({ web: '1', phone: '1' }));
    ben.socket.terminate();
    expect(await news(ann)).toEqual(state({ web: '0', phone: '1' }));
    await ask('POST', 'ben', 'presence/phone/1', { ext: 'in class' });
    expect(await news(ann)).toEqual(state({ phone: '1' }, 'in class'));
    const now = Math.floor(clock.now() / 1_000);
    expect((await ask('POST', 'cai', 'presence', { usernames: ['ben'] })).body.result).toEqual([
      { uid: 'ben', last_time: now, expiry: 0, ext: 'in class', status: { phone: '1' } },
    ]);
  });

  it('is told no longer than was asked for, and not of whom it gave up', async () => {
    const ann = await enter('ann');
    await ask('POST', 'ann', 'presence/60', { usernames: ['ben'] });
    await ask('POST', 'ann', 'presence/120', { usernames: ['cai', 'dan'] });
    await ask('DELETE', 'ann', 'presence', ['cai']);
    clock.advance(60_000);
    const { body } = await ask('GET', 'ann', 'presence/sublist?pageNum=1&pageSize=10');
    const expiry = Math.floor(clock.now() / 1_000) + 60;
    expect(body.result).toEqual({ totalnum: 1, sublist: [{ uid: 'dan', expiry }] });
    for (const user of ['ben', 'cai', 'dan']) await enter(user);
    expect(await news(ann)).toMatchObject({ data: { values: [{ uid: 'dan' }] } });
    expect(ann.received).toEqual([]);
  });

  it('is told after a restart of the server, too', async () => {
    await ask('POST', 'ann', 'presence/60', { usernames: ['ben'] });
    await ask('POST', 'ann', 'presence/120', { usernames: ['cai'] });
    await server.server.close();
    clock.advance(60_000);
    server = await startTestServer({ PING_INTERVAL_MS: '10000000' }, { clock, store: server.store });
    const ann = await enter('ann');
    for (const user of ['ben', 'cai']) await enter(user);
    expect(await news(ann)).toMatchObject({ data: { values: [{ uid: 'cai' }] } });
    expect(ann.received).toEqual([]);
  });

  it('asks for itself only, for names that may be, and for not too many', async () => {
    expect((await ask('POST', 'ann', 'presence', { usernames: ['ben'] }, 'eve')).status).toBe(401);
    for (const usernames of [[], ['a/b'], Array.from({ length: 101 }, () => 'ben')]) {
      expect((await ask('POST', 'ann', 'presence/60', { usernames })).status).toBe(400);
    }
    for (const seconds of ['0', 'x', '2592001']) {
      expect((await ask('POST', 'ann', `presence/${seconds}`, { usernames: ['ben'] })).status).toBe(400);
    }
    for (let part = 0; part < 30; part += 1) {
      const usernames = Array.from({ length: 100 }, (_, index) => `user${part}-${index}`);
      expect((await ask('POST', 'ann', 'presence/60', { usernames })).status).toBe(200);
    }
    expect(await ask('POST', 'ann', 'presence/60', { usernames: ['ben'] })).toMatchObject({
      status: 403,
      body: { error: 50 },
    });
    expect((await ask('POST', 'ann', 'presence/60', { usernames: ['user1-1'] })).status).toBe(200);
  });
});

describe('the devices of a user', () => {
  it('are listed, and ended one by one, for nobody but the user', async () => {
    const [web, phone] = [await enter('ann', 'web'), await enter('ann', 'phone')];
    expect((await ask('GET', 'ann', 'resources')).body.data).toEqual([{ res: 'web' }, { res: 'phone' }]);
    expect((await ask('DELETE', 'ann', 'resources/web', undefined, 'eve')).status).toBe(401);
    expect((await ask('DELETE', 'ann', 'resources/web')).body).toMatchObject({ data: { result: true } });
    await web.next('sync');
    clock.advance(200);
    expect((await web.untilClosed()).code).toBe(4001);
    expect((await ask('GET', 'ann', 'resources')).body.data).toEqual([{ res: 'phone' }]);
    expect(phone.closed).toBeUndefined();
  });
});
