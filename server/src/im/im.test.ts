import { Command, decode, encode, MessageBody, Meta, MSync, StatisticsBody } from '@lectern/rtc/im-protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { APP_KEY, startTestServer, type TestServer } from '../testing/harness.js';
import { ImWire, textOf } from '../testing/im-client.js';

let clock: FakeClock;
let server: TestServer;

const tokenOf = (user: string): string => server.server.accounts.issueToken(APP_KEY, user).token;

const enter = async (user: string, resource?: string): Promise<ImWire> =>
  ImWire.enter(server.url, user, tokenOf(user), resource);

beforeEach(async () => {
  clock = new FakeClock();
  server = await startTestServer(
    { IM_MAX_MESSAGE_BYTES: '2000', IM_MESSAGE_BURST: '150', IM_MAX_DEVICES: '3', PING_INTERVAL_MS: '100000' },
    { clock },
  );
  // Avoids the cost of password hashing.
  for (const name of ['ann', 'ben', 'cai']) {
    await server.store.users.insert({ appKey: APP_KEY, name, passwordHash: '', nickName: null, createdAt: 0 });
  }
});

afterEach(() => server.server.close());

describe('a login', () => {
  it('echoes the resource and tells when the token ends', async () => {
    const wire = await ImWire.open(server.url, 'ann');
    wire.logIn(tokenOf('ann'), { resource: 'webim_web_1' });
    const { status, resource, authToken } = await wire.next('provision');
    expect({ status, resource }).toEqual({ status: { errorCode: 0 }, resource: 'webim_web_1' });
    expect(JSON.parse(authToken ?? '')).toEqual({ expires_in: clock.now() + 7 * 24 * 3_600_000 });
  });

  it('is refused without a valid token of that very user, and then nothing can be sent', async () => {
    const token = tokenOf('ben');
    const wire = await ImWire.open(server.url, 'ann');
    const tries = [
      { token: 'forged', appKey: 'lectern#demo' },
      { token, appKey: 'lectern#demo' },
      { token: tokenOf('ann'), appKey: 'other#app' },
    ];
    for (const { token: given, appKey } of tries) {
      wire.logIn(given, { appKey });
      expect((await wire.next('provision')).status).toMatchObject({ errorCode: 2 });
    }
    wire.sync({ meta: { id: '1', ns: 1, to: { name: 'ben' }, payload: new Uint8Array() } });
    expect(await wire.untilClosed()).toMatchObject({ code: 1008 });
    expect(server.store.im.messages).toEqual([]);
  });

  it('must come in time', async () => {
    const wire = await ImWire.open(server.url);
    clock.advance(20_000);
    expect(await wire.untilClosed()).toMatchObject({ code: 1008 });
  });

  it('of the same device ends the first, which is told before its socket is closed; the newcomer stays', async () => {
    const first = await enter('ann', 'web');
    const other = await enter('ann', 'phone');
    const second = await ImWire.open(server.url, 'ann');
    second.logIn(tokenOf('ann'), { resource: 'web', reason: 'new desk' });
    const { metas = [], queue, isLast } = await first.next('sync');
    expect({ queue, isLast }).toEqual({ queue: { domain: 'easemob.com' }, isLast: true });
    expect(decode(StatisticsBody, metas[0]?.payload ?? new Uint8Array())).toEqual({ operation: 2, reason: 'new desk' });
    expect(first.closed).toBeUndefined();
    clock.advance(200);
    expect(await first.untilClosed()).toMatchObject({ code: 4001 });
    const ben = await enter('ben');
    await ben.write('ann', 'hello');
    await Promise.all([second.next('notice'), other.next('notice')]);
  });

  it('of a published client in another page ends the first, unless the application names its devices', async () => {
    const own = await enter('ann', 'desk_web_1');
    const pages = [await enter('ann', 'webim_1795246995579')];
    for (const resource of ['webim_random_1795246995580', 'webim_web_1795246995581']) {
      pages.push(await enter('ann', resource));
      await pages.at(-2)?.next('sync');
      clock.advance(200);
      expect(await pages.at(-2)?.untilClosed()).toMatchObject({ code: 4001 });
    }
    expect([own.closed, pages[2]?.closed]).toEqual([undefined, undefined]);
  });

  it('of one device too many ends the oldest', async () => {
    const all = [];
    for (const resource of ['a', 'b', 'c', 'd']) all.push(await enter('ann', resource));
    await all[0]?.next('sync');
    clock.advance(200);
    expect(await all[0]?.untilClosed()).toMatchObject({ code: 4001 });
    expect(all.slice(1).map(({ closed }) => closed)).toEqual([undefined, undefined, undefined]);
  });
});

const operationOf = async (wire: ImWire): Promise<number | undefined> => {
  const { metas = [] } = await wire.next('sync');
  return decode(StatisticsBody, metas[0]?.payload ?? new Uint8Array()).operation;
};

describe('who is logged out', () => {
  it.each([1, 3, 4])('is told why (operation %i) before the socket is closed', async (operation) => {
    const [web, phone] = [await enter('ann', 'web'), await enter('ann', 'phone')];
    expect(server.server.messaging.logOut(APP_KEY, 'ann', operation, 'phone')).toBe(true);
    expect(await operationOf(phone)).toBe(operation);
    expect(server.server.messaging.logOut(APP_KEY, 'ann', operation)).toBe(true);
    expect(await operationOf(web)).toBe(operation);
    clock.advance(200);
    expect([(await web.untilClosed()).code, (await phone.untilClosed()).code]).toEqual([4001, 4001]);
    expect(server.server.messaging.logOut(APP_KEY, 'ann', operation)).toBe(false);
  });

  it('by giving up all tokens can not come back with an old one', async () => {
    const token = tokenOf('ann');
    const ann = await ImWire.enter(server.url, 'ann', token);
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${server.url}/lectern/demo/token`, { method: 'DELETE', headers });
    expect(await operationOf(ann)).toBe(4);
    const again = await ImWire.open(server.url, 'ann');
    again.logIn(token);
    const expected = { errorCode: 1, reason: 'Sorry, token expired' };
    expect((await again.next('provision')).status).toEqual(expected);
  });

  it('for want of a valid token is so with the next sign of life', async () => {
    const env = { TOKEN_TTL_MS: '60000', PING_INTERVAL_MS: '70000' };
    const brief = await startTestServer(env, { clock, store: server.store });
    const { token } = brief.server.accounts.issueToken(APP_KEY, 'ann');
    const ann = await ImWire.enter(brief.url, 'ann', token);
    clock.advance(70_000);
    expect(await ann.untilClosed()).toMatchObject({ code: 1008, reason: 'the token has expired' });
    await brief.server.close();
  });

  it('by itself leaves at once', async () => {
    const ann = await enter('ann');
    ann.frame({ command: Command.Logout });
    expect(await ann.untilClosed()).toMatchObject({ code: 1000 });
  });
});

describe('a message', () => {
  it('is acknowledged once it is kept, and comes to every device of the recipient as it was sent', async () => {
    const ann = await enter('ann');
    const devices = [await enter('ben', 'web'), await enter('ben', 'phone')];
    const { status, serverId, timestamp } = await ann.write('ben', '<b>hello</b>\u0000é');
    expect({ status, timestamp }).toEqual({ status: { errorCode: 0 }, timestamp: String(clock.now()) });
    expect(server.store.im.messages.map(({ id }) => String(id))).toEqual([serverId]);
    for (const device of devices) {
      expect((await device.next('notice')).queue).toMatchObject({ name: 'ann' });
      const [meta] = await device.take('ann');
      expect(meta).toMatchObject({ id: serverId, from: { name: 'ann', clientResource: 'web' }, to: { name: 'ben' } });
      expect(textOf(meta ?? {})).toBe('<b>hello</b>\u0000é');
    }
  });

  it('tells the device whether it was there when it was sent', async () => {
    const ann = await enter('ann');
    await ann.write('ben', 'early');
    clock.advance(1);
    const ben = await enter('ben');
    await ann.write('ben', 'late');
    const told = (await ben.takeUnread()).map(({ meta = [] }) => Buffer.from(meta).toString());
    expect(told).toEqual(['{"is_online":0}', '{"is_online":1}']);
  });

  it('waits for who is offline, and comes at the next login in order and once', async () => {
    const ann = await enter('ann');
    const cai = await enter('cai');
    const texts = Array.from({ length: 120 }, (_, index) => `text ${index}`);
    await Promise.all(texts.map((text) => ann.write('ben', text)));
    await cai.write('ben', 'from cai');
    const ben = await enter('ben');
    const found = await ben.takeUnread();
    expect(found.map(textOf)).toEqual([...texts, 'from cai']);
    expect(await ben.takeUnread()).toEqual([]);
    ben.socket.terminate();
    expect(await (await enter('ben')).takeUnread()).toEqual([]);
    expect(await (await enter('ben', 'phone')).takeUnread()).toEqual([]);
  });

  it('comes again when it was not acknowledged, also while the pull goes on', async () => {
    const ann = await enter('ann');
    await ann.write('ben', 'one');
    const first = await enter('ben');
    first.sync({ queue: { name: 'ann' } });
    expect((await first.next('sync')).metas).toHaveLength(1);
    await ann.write('ben', 'two');
    first.socket.terminate();
    expect((await (await enter('ben')).takeUnread()).map(textOf)).toEqual(['one', 'two']);
  });

  it('that is sent twice under one id is one message', async () => {
    const ann = await enter('ann');
    const one = await ann.write('ben', 'x', { id: '77' });
    expect(await ann.write('ben', 'x', { id: '77' })).toEqual(one);
    expect(await (await enter('ben')).takeUnread()).toHaveLength(1);
  });

  const recall = (wire: ImWire, to: string, ackMessageId = '', id?: string): ReturnType<ImWire['write']> =>
    wire.write(to, '', { body: { type: 6, ackMessageId, contents: [] }, ...(id !== undefined && { id }) });
  const bodyOf = (meta?: Meta): MessageBody => decode(MessageBody, meta?.payload ?? new Uint8Array());

  it('that is recalled in time is gone, and every device is told, also one that comes later', async () => {
    const [ann, web, phone] = [await enter('ann'), await enter('ben', 'web'), await enter('ben', 'phone')];
    const { serverId = '' } = await ann.write('ben', 'oops');
    await ann.write('ben', 'stays');
    for (const device of [web, phone]) expect((await device.takeUnread()).map(textOf)).toEqual(['oops', 'stays']);
    phone.socket.terminate();
    const answer = await recall(ann, 'ben', serverId, '99');
    expect(answer.status).toEqual({ errorCode: 0 });
    const [told] = await web.take('ann');
    expect(bodyOf(told)).toMatchObject({ type: 6, ackMessageId: serverId, from: { name: 'ann' } });
    const later = (await (await enter('ben', 'phone')).takeUnread()).map((meta) => bodyOf(meta).type);
    expect(later).toEqual([6]);
    expect(await recall(ann, 'ben', serverId, '99')).toEqual(answer);
    expect(server.store.im.messages.map(({ kind }) => kind)).toEqual([1, 6]);
  });

  it('can not be recalled too late, nor by others, nor a second time', async () => {
    const [ann, cai] = [await enter('ann'), await enter('cai')];
    const { serverId = '' } = await ann.write('ben', 'x');
    expect((await recall(cai, 'ben', serverId)).status?.errorCode).toBe(1);
    expect((await recall(ann, 'cai', serverId)).status?.errorCode).toBe(1);
    expect((await recall(ann, 'ben', '18446744073709551615')).status?.errorCode).toBe(1);
    clock.advance(120_001);
    expect((await recall(ann, 'ben', serverId)).status).toEqual({
      errorCode: 1,
      reason: 'exceed recall time limit',
    });
    expect(server.store.im.messages).toHaveLength(1);
    const { serverId: second = '' } = await ann.write('ben', 'y');
    expect((await recall(ann, 'ben', second)).status?.errorCode).toBe(0);
    expect((await recall(ann, 'ben', second)).status?.errorCode).toBe(1);
  });

  it('for who is online only is handed over at once, and not kept', async () => {
    const ann = await enter('ann');
    expect((await ann.write('ben', 'lost', { routetype: 1 })).status).toEqual({ errorCode: 0 });
    const ben = await enter('ben');
    await ann.write('ben', 'now', { routetype: 1 });
    const { metas = [], isLast } = await ben.next('sync');
    expect({ texts: metas.map(textOf), isLast }).toEqual({ texts: ['now'], isLast: true });
    expect(server.store.im.messages).toEqual([]);
  });

  it.each([
    ['to a user that does not exist', 'nobody', {}, { errorCode: 1, reason: 'Sorry, user not found' }],
    [
      'to a group that does not exist',
      'G1',
      { to: { name: 'G1', domain: 'conference.easemob.com' }, body: { type: 2 } },
      { errorCode: 1 },
    ],
    [
      'that is too long',
      'ben',
      { payload: new Uint8Array(2_001) },
      { errorCode: 7, reason: 'Sorry, data is too large' },
    ],
    ['that cannot be read', 'ben', { payload: Uint8Array.of(10, 200) }, { errorCode: 10 }],
    ['with a forged sender', 'ben', { body: { from: { name: 'cai' } } }, { errorCode: 4 }],
    ['with two recipients', 'ben', { body: { to: { name: 'cai' } } }, { errorCode: 4 }],
    ['of an unknown namespace', 'ben', { ns: 6 }, { errorCode: 9 }],
    ['that recalls one that is not there', 'ben', { body: { type: 6, ackMessageId: '1' } }, { errorCode: 1 }],
    ['that edits another', 'ben', { body: { type: 8 } }, { errorCode: 4 }],
  ])('%s is refused and changes nothing', async (_what, to, more, status) => {
    const ann = await enter('ann');
    expect((await ann.write(to, 'x', more)).status).toMatchObject(status);
    expect(server.store.im.messages).toEqual([]);
    expect((await ann.write('ben', 'the next one')).status).toEqual({ errorCode: 0 });
  });

  it('gets its sender from the server where its body names none', async () => {
    const ann = await enter('ann');
    await ann.write('ben', 'x', { body: { from: {}, to: {} } });
    const [meta] = await (await enter('ben')).takeUnread();
    expect(textOf(meta ?? {})).toBe('x');
    expect(Buffer.from(meta?.payload ?? []).includes('ann')).toBe(true);
  });

  it('is refused when its user sends too many, over all devices and logins', async () => {
    const ann = await enter('ann');
    const answers = await Promise.all(Array.from({ length: 160 }, () => ann.write('ben', 'x')));
    const refused = answers.filter(({ status }) => status?.reason === 'traffic limit');
    expect(refused).toHaveLength(10);
    ann.socket.terminate();
    const again = await enter('ann', 'phone');
    expect((await again.write('ben', 'x')).status).toMatchObject({ errorCode: 7, reason: 'traffic limit' });
    expect((await (await enter('ben')).write('ann', 'x')).status).toEqual({ errorCode: 0 });
    clock.advance(1_000);
    expect((await again.write('ben', 'x')).status).toEqual({ errorCode: 0 });
  });

  it('is not acknowledged when it cannot be kept', async () => {
    const ann = await enter('ann');
    server.store.im.failure = new Error('the disk is full');
    expect((await ann.write('ben', 'x')).status).toMatchObject({ errorCode: 1 });
    server.store.im.failure = undefined;
    expect((await ann.write('ben', 'y')).status).toEqual({ errorCode: 0 });
    expect((await (await enter('ben')).takeUnread()).map(textOf)).toEqual(['y']);
  });
});

describe('frames that break the rules', () => {
  it('end who sends much before a login', async () => {
    const wire = await ImWire.open(server.url, 'ann');
    wire.socket.send(Buffer.alloc(20_000));
    expect(await wire.untilClosed()).toMatchObject({ code: 1008, reason: 'too long for a login' });
  });

  it.each([
    ['text', 'hello', 1003],
    ['bytes that are no message', Buffer.from([255, 255]), 1008],
    ['an unknown command', Buffer.from(encode(MSync, { command: 9 })), 1008],
    ['a second login', Buffer.from(encode(MSync, { command: Command.Provision })), 1008],
    ['a frame that is too long', Buffer.alloc(3 * 1024 * 1024), 1009],
  ])('close the socket that sends %s and harm nobody else', async (_what, data, code) => {
    const [ann, ben] = [await enter('ann'), await enter('ben')];
    ann.socket.send(data);
    expect(await ann.untilClosed()).toMatchObject({ code });
    expect((await ben.write('ann', 'x')).status).toEqual({ errorCode: 0 });
  });

  it('never keep the others from their messages, whatever they are', async () => {
    const ben = await enter('ben');
    const bytes = fc.uint8Array({ maxLength: 60 });
    const almost = fc
      .tuple(fc.integer({ min: 0, max: 5 }), bytes)
      .map(([command, payload]) => encode(MSync, { command, payload }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(bytes, almost), { maxLength: 5 }), async (frames) => {
        const ann = await enter('ann', 'fuzz');
        for (const frame of frames) ann.socket.send(frame);
        ann.socket.terminate();
      }),
      { numRuns: 100 },
    );
    expect((await ben.write('ann', 'still there')).status).toEqual({ errorCode: 0 });
    expect((await (await enter('ann')).takeUnread()).map(textOf)).toEqual(['still there']);
  });
});

describe('the history', () => {
  const ask = async (
    user: string,
    body: object,
    as = user,
  ): Promise<{ status: number; body: Record<string, unknown> }> =>
    server.post(`/lectern/demo/users/${user}/messageroaming`, body, {
      authorization: `Bearer ${tokenOf(as)}`,
    });
  const page = async (start?: string): Promise<{ texts: unknown[]; isLast: unknown; next: string }> => {
    const { body } = await ask('ben', { queue: 'ann@easemob.com', start: start ?? -1, pull_number: 2, end: -1 });
    const data = body.data as { msgs: { msg: string }[]; is_last: boolean; next_key?: string };
    const texts = data.msgs.map(({ msg }) => textOf(decode(Meta, Buffer.from(msg, 'base64'))));
    return { texts, isLast: data.is_last, next: data.next_key ?? '' };
  };

  it('is read upward by cursor until it ends', async () => {
    const [ann, ben] = [await enter('ann'), await enter('ben')];
    for (const text of ['1', '2', '3']) await ann.write('ben', text);
    await ben.write('ann', '4');
    const newest = await page();
    expect(newest).toMatchObject({ texts: ['4', '3'], isLast: false });
    const older = await page(newest.next);
    expect(older).toMatchObject({ texts: ['2', '1'], isLast: true });
    expect(await page(older.next)).toMatchObject({ texts: [], isLast: true });
  });

  it('is told to its user alone, and refuses cursors that are none', async () => {
    const refused = await ask('ben', { queue: 'ann@easemob.com' }, 'ann');
    expect(refused.body.error).not.toBe(0);
    expect((await ask('ben', { queue: 'ann@easemob.com', start: '99999999999999999999' })).status).toBe(400);
    expect((await ask('ben', { queue: 'ann' })).status).toBe(400);
  });
});
