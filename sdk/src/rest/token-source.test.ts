import { describe, expect, it, vi } from 'vitest';
import { RtcClient } from '../client/client.js';
import { Role } from '../protocol/index.js';
import { FakePlatform, settle } from '../testing/index.js';
import { Scenario } from '../testing/scenario.js';
import type { TokenProvider } from './index.js';

/** A server that accepts one token; the application's backend gives it out. */
function setUp(provide?: TokenProvider) {
  const { platform } = new Scenario();
  const state = { valid: 'T1', given: 0 };
  const refused = { body: { error: -100, errorMessage: 'the token has expired' } };
  const checked = (answer: object) => (request: { readonly body: unknown }) =>
    (request.body as { readonly token: string }).token === state.valid ? { body: answer } : refused;
  const ticket = JSON.stringify({ url: 'wss://server.example/rtc/ws', confrId: 'LC1', memName: 'org#app_alice' });
  platform.http
    .on('POST', '/conferences/room', checked({ error: 0, confrId: 'LC1', isCreator: true }))
    .on('POST', '/req/ticket', checked({ error: 0, confrId: 'LC1', type: 10, ticket }));
  const token =
    provide ??
    (() => {
      state.given += 1;
      return state.valid;
    });
  const client = new RtcClient({
    appKey: 'org#app',
    restUrl: 'https://s.example',
    identity: { memName: 'alice', token },
    platform,
  });
  const ask = (signal?: AbortSignal) =>
    client.requestTicket({ conferenceId: 'LC1', password: 'p', ...(signal && { signal }) });
  return { client, state, platform, ask };
}

describe('a function as token', () => {
  it('is called once for all calls that wait for a token, and no more while the server accepts it', async () => {
    const { ask, state } = setUp();
    await Promise.all([ask(), ask(), ask()]);
    await ask();
    expect(state.given).toBe(1);
  });

  it('is called again when the server refuses the token, once for all calls', async () => {
    const { ask, client, state } = setUp();
    await ask();
    state.valid = 'T2';
    const tickets = await Promise.all([ask(), ask()]);
    expect([state.given, tickets.map(({ conferenceId }) => conferenceId)]).toEqual([2, ['LC1', 'LC1']]);
    state.valid = 'T3';
    const conference = await client.joinRoom({ roomName: 'room', password: 'pw', role: Role.Talker });
    expect([state.given, conference.state.getSnapshot().isCreator]).toEqual([3, true]);
    await conference.leave();
  });

  it('is not asked a third time: the refusal of the second token is the result', async () => {
    const provide = vi.fn<TokenProvider>(() => Promise.resolve('wrong'));
    const { ask } = setUp(provide);
    await expect(ask()).rejects.toMatchObject({ code: -100, message: 'the token has expired' });
    expect(provide).toHaveBeenCalledTimes(2);
  });

  it.each<[string, TokenProvider, object]>([
    [
      'throws',
      () => {
        throw new TypeError('no session');
      },
      { reason: 'network', cause: { message: 'no session' } },
    ],
    ['rejects', () => Promise.reject(new Error('503')), { reason: 'network', cause: { message: '503' } }],
    ['returns nothing', () => '', { reason: 'invalid-argument', message: 'the token provider returned no token' }],
  ])('that %s fails the call, and is asked by the next one', async (_, fail, error) => {
    const provide = vi.fn<TokenProvider>(fail);
    const { ask, state } = setUp(provide);
    await expect(ask()).rejects.toMatchObject(error);
    provide.mockReturnValue(state.valid);
    await expect(ask()).resolves.toMatchObject({ conferenceId: 'LC1' });
  });

  it('that never returns fails its calls after 15 s, or with their signals', async () => {
    const { ask, platform } = setUp(() => new Promise<string>(() => undefined));
    const controller = new AbortController();
    const aborted = ask(controller.signal);
    const late = ask();
    // The code of token functions is loaded meanwhile.
    await expect.poll(() => platform.clock.pendingTimers).toBe(1);
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ reason: 'aborted' });
    const outcome = expect(late).rejects.toMatchObject({ reason: 'timeout' });
    await platform.clock.advance(15_000);
    await outcome;
    expect(platform.clock.pendingTimers).toBe(0);
  });
});

it('a token that is text is replaced by renewToken', async () => {
  const platform = new FakePlatform();
  const tokens: unknown[] = [];
  platform.http.on('POST', '/req/ticket', ({ body }) => {
    tokens.push((body as { readonly token: string }).token);
    return { body: { error: -100, errorMessage: 'the token has expired' } };
  });
  const identity = { memName: 'alice', token: 'old' };
  const client = new RtcClient({ appKey: 'org#app', restUrl: 'https://s.example', identity, platform });
  const ask = () => client.requestTicket({ conferenceId: 'LC1', password: 'p' });
  await expect(ask()).rejects.toMatchObject({ code: -100 });
  client.renewToken('new');
  await expect(ask()).rejects.toMatchObject({ code: -100 });
  await settle();
  expect(tokens).toEqual(['old', 'new']);
});
