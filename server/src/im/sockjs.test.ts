import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APP_KEY, startTestServer, type TestServer } from '../testing/harness.js';
import { ImWire, textOf } from '../testing/im-client.js';

let server: TestServer;

const tokenOf = (user: string): string => server.server.accounts.issueToken(APP_KEY, user).token;

beforeEach(async () => {
  server = await startTestServer({ PING_INTERVAL_MS: '100000' });
  for (const name of ['ann', 'ben']) {
    await server.store.users.insert({ appKey: APP_KEY, name, passwordHash: '', nickName: null, createdAt: 0 });
  }
});

afterEach(() => server.server.close());

describe('SockJS', () => {
  it('is offered with WebSocket as its transport, to other origins too', async () => {
    const response = await fetch(`${server.url}/ws/info?t=1`, { headers: { origin: 'http://elsewhere.test' } });
    expect(await response.json()).toMatchObject({ websocket: true, origins: ['*:*'], cookie_needed: false });
    expect(response.headers.get('access-control-allow-origin')).toBe('http://elsewhere.test');
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    expect((await fetch(`${server.url}/ws/000/abc/xhr_streaming`, { method: 'POST' })).status).toBe(404);
  });

  it('carries what clients with binary frames get and send, both ways', async () => {
    const ann = await (await ImWire.openSockJs(server.url, 'ann')).enter(tokenOf('ann'));
    expect(ann.texts).toEqual(['o']);
    const ben = await ImWire.enter(server.url, 'ben', tokenOf('ben'));
    await ann.write('ben', 'é from SockJS');
    expect((await ben.takeUnread()).map(textOf)).toEqual(['é from SockJS']);
    await ben.write('ann', 'back');
    expect((await ann.next('notice')).queue).toMatchObject({ name: 'ben' });
    expect((await ann.take('ben')).map(textOf)).toEqual(['back']);
  });

  it.each([
    ['text that is no JSON', '{"', 1008],
    ['a list of numbers', '[1]', 1008],
    ['text that is no base64', '["?"]', 1008],
    ['base64 that is no message', '["//8="]', 1008],
    ['binary frames', Buffer.from([0]), 1003],
  ])('tells who sends %s why its socket is closed, and harms nobody else', async (_what, data, code) => {
    const ann = await (await ImWire.openSockJs(server.url, 'ann')).enter(tokenOf('ann'));
    const ben = await ImWire.enter(server.url, 'ben', tokenOf('ben'));
    ann.socket.send(data);
    expect(await ann.untilClosed()).toMatchObject({ code });
    expect(ann.texts.at(-1)).toMatch(new RegExp(`^c\\[${code},".+"\\]$`));
    expect((await ben.write('ann', 'x')).status).toEqual({ errorCode: 0 });
  });

  it('counts every message of a frame', async () => {
    const ann = await (await ImWire.openSockJs(server.url, 'ann')).enter(tokenOf('ann'));
    ann.socket.send(JSON.stringify(Array.from({ length: 2_000 }, () => 'QAE=')));
    expect(await ann.untilClosed()).toMatchObject({ code: 1008, reason: 'too many frames' });
  });
});
