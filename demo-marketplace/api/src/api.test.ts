import { enterAsGuest, FailureReason, FieldProblem, ResultCode, rtcUser } from '@lectern/marketplace-contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MarketplaceApiOptions } from './index.js';
import { World } from './testing/world.js';

type Call = { readonly url: string; readonly body: Record<string, unknown> };

/** A fake conference server that responds with `answerTo` and records the calls. */
function fakeRtc(answerTo: (call: Call) => Response = usual) {
  const calls: Call[] = [];
  const fake: typeof fetch = async (url, init) => {
    const call = { url: String(url), body: JSON.parse(String(init?.body)) as Record<string, unknown> };
    calls.push(call);
    return answerTo(call);
  };
  return { calls, fake };
}

const usual = ({ url }: Call): Response =>
  Response.json(url.endsWith('/token') ? { access_token: 'TOKEN', expires_in: 3600 } : { entities: [] });

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** Conference server of the current test. */
let rtc = fakeRtc();
let world: World;
beforeEach(() => (rtc = fakeRtc()));
beforeAll(async () => {
  world = await World.start({
    fetch: (...args) => rtc.fake(...args),
    randomHex: (bytes: number) => 'ab'.repeat(bytes),
  });
});
afterAll(() => world.close());

const entering =
  ({ app }: World) =>
  (payload: string | object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: enterAsGuest.path, payload, headers });
const enter: ReturnType<typeof entering> = (payload, headers) => entering(world)(payload, headers);

/** Starts a separate world with its own options. */
async function start(options: Partial<MarketplaceApiOptions>) {
  const own = await World.start({ fetch: (...args) => rtc.fake(...args), ...options });
  closers.push(() => own.close());
  return entering(own);
}

describe('guest entry', () => {
  test('registers a user at the conference server, signs it in and answers with all a page needs', async () => {
    const response = await enter({ displayName: ' 林老師 ' });
    const { code, data } = response.json<{ code: number; data: unknown }>();
    expect(code).toBe(ResultCode.Ok);
    expect(rtcUser.parse(data)).toEqual({
      memName: 'lectern#demo_guest-abababababab',
      token: 'TOKEN',
      nickName: '林老師',
      appKey: 'lectern#demo',
    });
    const username = 'guest-abababababab';
    const password = 'ab'.repeat(16);
    expect(rtc.calls).toEqual([
      { url: 'http://rtc.test/lectern/demo/users', body: { username, password, nickname: '林老師' } },
      { url: 'http://rtc.test/lectern/demo/token', body: { grant_type: 'password', username, password } },
    ]);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('tells pages where the conference server is, when it is elsewhere', async () => {
    const enter = await start({ publicRestUrl: 'https://rtc.example.org' });
    expect((await enter({ displayName: 'Ann' })).json()).toMatchObject({
      data: { restUrl: 'https://rtc.example.org' },
    });
  });

  test.each([
    ['no name', {}, FieldProblem.Required],
    ['an empty name', { displayName: '  ' }, FieldProblem.Required],
    ['a long name', { displayName: 'x'.repeat(33) }, FieldProblem.TooLong],
    ['a name that is no text', { displayName: 7 }, FieldProblem.Malformed],
  ])('%s is refused with the field’s problem, and nobody is registered', async (_title, body, problem) => {
    const response = await enter(body);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      code: ResultCode.Invalid,
      data: { reason: FailureReason.Invalid, errors: { displayName: problem } },
    });
    expect(rtc.calls).toEqual([]);
  });

  test.each([
    ['broken JSON', '{"displayName":', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['nothing', '', 'application/json'],
    ['another media type', '<a/>', 'application/xml'],
    ['too much', JSON.stringify({ displayName: 'x'.repeat(70_000) }), 'application/json'],
  ])('%s is refused with the envelope', async (_title, payload, type) => {
    const response = await enter(payload, { 'content-type': type });
    expect(response.json()).toMatchObject({ code: ResultCode.Invalid, data: { reason: FailureReason.Invalid } });
    expect(rtc.calls).toEqual([]);
  });

  test.each<[string, (call: Call) => Response]>([
    [
      'does not answer',
      () => {
        throw new TypeError('fetch failed');
      },
    ],
    ['refuses with a status', () => new Response('no', { status: 403 })],
    ['refuses with a code', () => Response.json({ error: -101, access_token: 'TOKEN' })],
    ['answers with something else', () => new Response('<html>')],
    ['gives no token', () => Response.json({})],
  ])('when the conference server %s, the caller hears so in its language', async (_title, answerTo) => {
    rtc = fakeRtc(answerTo);
    const response = await enter({ displayName: 'Ann' }, { 'accept-language': 'en-GB,en;q=0.9' });
    expect(response.json()).toEqual({
      code: ResultCode.Failed,
      msg: 'The class server does not answer. Try again in a moment.',
      data: { reason: FailureReason.RtcUnavailable },
    });
  });

  test('answers in Traditional Chinese unless English comes first', async () => {
    expect((await enter({})).json()).toMatchObject({ msg: '有欄位需要修正。' });
    expect((await enter({}, { 'accept-language': 'en' })).json()).toMatchObject({
      msg: 'Some fields need your attention.',
    });
  });

  test('an address that asks too often has to wait, and is told how long', async () => {
    const enter = await start({ guestsPerMinute: 2 });
    await enter({ displayName: 'Ann' });
    await enter({ displayName: 'Ben' });
    const registered = rtc.calls.length;
    const third = (await enter({ displayName: 'Cem' })).json<{ code: number; data: Record<string, unknown> }>();
    expect(third.code).toBe(ResultCode.TooMany);
    expect(third.data['reason']).toBe(FailureReason.TooMany);
    expect(third.data['retry_after']).toBeGreaterThan(0);
    expect(third.data['retry_after']).toBeLessThanOrEqual(60);
    expect(rtc.calls).toHaveLength(registered);
  });
});

test('an unknown action is answered with the envelope', async () => {
  const response = await world.app.inject({ method: 'POST', url: '/api/classroom/nothing' });
  expect(response.json()).toMatchObject({ code: ResultCode.NotFound, data: { reason: FailureReason.NotFound } });
});

test('an app key of another form is refused at once', async () => {
  await expect(start({ appKey: 'demo' })).rejects.toThrow('org#app');
});
