import { describe, expect, it } from 'vitest';
import { RtcClient } from './client.js';
import { ConferenceType, Op, Role } from '../protocol/index.js';
import { FakePlatform } from '../testing/platform.js';
import { Scenario, fakeMember, fakeStream } from '../testing/scenario.js';
import type { Conference, JoinRoomOptions } from '../conference/types.js';

const NOTHING = { timers: 0, networkListeners: 0, sockets: 0, peers: 0, tracks: 0 };

describe('joinRoom', () => {
  it('asks for room and ticket, enters, and is the current conference', async () => {
    const { scenario, conference } = await Scenario.joined({ join: { config: { rec: true }, ext: { k: 1 } } });
    const { http, server } = scenario.platform;
    expect(http.requests.map(({ url }) => url.pathname)).toEqual([
      '/org/app/conferences/room',
      '/easemob/rtc/req/ticket',
    ]);
    expect(http.requests[0]?.body).toMatchObject({ roomName: 'room', memName: 'org#app_alice', rec: true });
    expect(http.requests[1]?.body).toMatchObject({ uid: 'org#app_alice', confrId: 'LC1', role: 3 });
    expect(server.messages(Op.Enter)).toMatchObject([{ ext: '{"k":1}', tkt: { tktId: 'T1' } }]);
    expect(scenario.client.current.getSnapshot()).toBe(conference);
    expect(conference.state.getSnapshot()).toMatchObject({ id: 'LC1', state: 'joined', type: 10 });
  });

  it.each<[string, Partial<JoinRoomOptions>]>([
    ['the roomName is required at joinRoom', { roomName: '' }],
    ['the password is required at joinRoom', { password: '' }],
    ['the role is required at joinRoom', { role: undefined as unknown as Role }],
    ['the role 5 is unknown: use 7, 3 or 1', { role: 5 as Role }],
  ])('%s', async (message, options) => {
    const scenario = new Scenario();
    await expect(scenario.join(options)).rejects.toMatchObject({ message, reason: 'invalid-argument' });
    expect(scenario.platform.http.requests).toHaveLength(0);
  });

  it.each([
    ['the identity name is required at joinRoom', { memName: '', token: 't' }],
    ['the identity token is required at joinRoom', { memName: 'alice', token: '' }],
  ])('%s', async (message, identity) => {
    const client = new RtcClient({
      appKey: 'org#app',
      restUrl: 'https://server.example',
      identity,
      platform: new FakePlatform(),
    });
    await expect(client.joinRoom({ roomName: 'r', password: 'p', role: Role.Talker })).rejects.toThrow(message);
  });

  it('a server, and asks none that it was not given', () => {
    const platform = new FakePlatform();
    const base = { appKey: 'org#app', identity: { memName: 'alice', token: 't' }, platform };
    for (const address of [{}, { hosts: [] }]) {
      const make = (): RtcClient => new RtcClient({ ...base, ...address });
      expect(make).toThrow(expect.objectContaining({ reason: 'invalid-argument' }));
      expect(make).toThrow('name the server: restUrl is its base URL, or hosts');
    }
    expect(platform.http.requests).toEqual([]);
  });

  it('in joinRoom appkey is not defined', () => {
    const make = (): RtcClient =>
      new RtcClient({ appKey: '', identity: { memName: 'a', token: 't' }, platform: new FakePlatform() });
    expect(make).toThrow('in joinRoom appkey is not defined');
  });

  it('fails with join_fail −200 and the cause, and leaves nothing', async () => {
    const refusedRest = new Scenario();
    refusedRest.platform.http.on('POST', '/req/ticket', { body: { error: -508, errorMessage: 'wrong password' } });
    await expect(refusedRest.join()).rejects.toMatchObject({
      message: 'wrong password',
      code: -200,
      errorType: 'join_fail',
      cause: { code: -508, errorType: 'server_refuse' },
    });
    const refusedEnter = new Scenario({ enter: { result: -502, msg: 'expired' } });
    await expect(refusedEnter.join()).rejects.toMatchObject({ code: -200, cause: { code: -502 } });
    expect([refusedRest.held, refusedEnter.held]).toEqual([NOTHING, NOTHING]);
    refusedEnter.platform.server.enterResponse = { ...refusedEnter.platform.server.enterResponse, result: 0 };
    await refusedEnter.join();
  });

  it('refuses a second conference while the first is open', async () => {
    const { scenario } = await Scenario.joined();
    await expect(scenario.join()).rejects.toMatchObject({
      message: 'already in a conference: leave it first',
      specMessage: 'had joined confr LC1, if you want join again, please call exitConference',
      reason: 'invalid-state',
      errorType: 'CurrentCalling',
    });
  });

  it('asks in a region, and makes lost connections again, as it was told', async () => {
    const scenario = new Scenario();
    const { platform } = scenario;
    const client = new RtcClient({
      appKey: 'org#app',
      restUrl: 'https://server.example',
      identity: { memName: 'alice', token: 'token' },
      platform,
      region: 'eu',
      reconnectPolicy: { nextDelayMs: ({ attempt }) => (attempt > 2 ? undefined : 10) },
    });
    const conference = await client.joinRoom({ roomName: 'room', password: 'pw', role: Role.Talker });
    expect(platform.http.requests.at(-1)?.url.search).toContain('&REGION=eu');
    platform.sockets.behaviour = 'refuse';
    platform.sockets.latest.serverClose();
    await scenario.advance(10);
    await scenario.advance(10);
    expect(platform.sockets.all).toHaveLength(3);
    expect(conference.state.getSnapshot()).toMatchObject({ state: 'left', exit: { reason: 4, code: -95270 } });
  });

  it('shows a grant in place of password and role, to the room and to the ticket', async () => {
    const { client, platform } = new Scenario();
    await client.joinRoom({ roomName: 'room', grant: 'a.b.c' });
    const bodies = platform.http.requests.map(({ body }) => body as Record<string, unknown>);
    expect(bodies.map(({ grant, password, role }) => ({ grant, password, role }))).toEqual([
      { grant: 'a.b.c', password: '', role: undefined },
      { grant: 'a.b.c', password: '', role: undefined },
    ]);
  });

  it('waits for nothing but round trips where the server grants it', async () => {
    const scenario = new Scenario();
    const started = scenario.platform.clock.now();
    await scenario.join();
    expect(scenario.platform.clock.now()).toBe(started);
  });
});

describe('other ways in', () => {
  it('creates, asks for tickets, and joins with them or with the password', async () => {
    const scenario = new Scenario();
    const { client, platform } = scenario;
    const created = await client.createConference({ type: ConferenceType.Communication, password: 'pw', rec: true });
    expect(created).toMatchObject({ conferenceId: 'LC1', isCreator: true, roleToken: 'R' });
    const ticket = await client.requestTicket({ conferenceId: 'LC1', password: 'pw', role: Role.Audience });
    expect(ticket).toMatchObject({ role: 1, isCreator: false, ticket: { tktId: 'T1' } });
    await (await client.joinWithTicket(ticket, { nickName: 'Al' })).leave();
    expect(platform.server.messages(Op.Enter)[0]).toMatchObject({ nickName: 'Al' });
    await (await client.joinConference({ conferenceId: 'LC1', password: 'pw' })).leave();
    expect(platform.http.requests.map(({ url }) => url.pathname.split('/').pop())).toEqual([
      'ticket',
      'ticket',
      'confr',
      'ticket',
    ]);
  });

  it('sends the settings of a conference with its creation, by ticket or by room', async () => {
    const scenario = new Scenario();
    const { client, platform } = scenario;
    const settings = {
      rec: true,
      recMerge: true,
      useVCodes: ['H264', 'VP8'],
      maxTalkerCount: 5,
      liveCfg: { cdn: 'x' },
    };
    await client.createConference({ type: ConferenceType.Live, password: 'pw', ...settings });
    await scenario.join({ type: ConferenceType.Live, config: settings });
    const [created, room] = platform.http.requests;
    expect(created?.body).toMatchObject({ confrType: 12, password: 'pw', ...settings });
    expect(room?.body).toMatchObject({ confrType: 12, password: 'pw', ...settings });
  });

  it('not support conf type', async () => {
    const scenario = new Scenario();
    await expect(scenario.join({ type: 9 as ConferenceType })).rejects.toMatchObject({
      specMessage: 'not support conf type',
    });
    await expect(scenario.client.createConference({ type: 9 as ConferenceType, password: 'p' })).rejects.toMatchObject({
      message: 'conferences of type 9 are not supported',
      specMessage: 'not support conf type',
    });
    expect(scenario.platform.http.requests).toEqual([]);
    scenario.platform.http.on('POST', '/req/ticket', { body: { error: 0, confrId: 'LC1', type: 15, ticket: '{}' } });
    await expect(scenario.join()).rejects.toMatchObject({ specMessage: 'not support conf type' });
  });
});

describe('joins and leaves in any order', () => {
  const endsJoinedOnce = async (scenario: Scenario, second: Promise<Conference>): Promise<void> => {
    await scenario.advance(1_000);
    const conference = await second;
    expect(scenario.client.current.getSnapshot()).toBe(conference);
    expect(conference.state.getSnapshot().state).toBe('joined');
    expect(scenario.held).toMatchObject({ sockets: 1, networkListeners: 1 });
    await conference.leave();
    expect(scenario.held).toEqual(NOTHING);
  };

  it('StrictMode with a signal ends joined exactly once', async () => {
    const scenario = new Scenario();
    const controller = new AbortController();
    const first = scenario.join({ signal: controller.signal });
    controller.abort();
    const second = scenario.join();
    await expect(first).rejects.toMatchObject({ reason: 'aborted' });
    await endsJoinedOnce(scenario, second);
    expect(scenario.platform.server.messages(Op.Enter)).toHaveLength(1);
  });

  it('StrictMode with a leave when joined ends joined exactly once', async () => {
    const scenario = new Scenario();
    const first = scenario.join();
    const cleaned = first.then((conference) => conference.leave());
    const second = scenario.join();
    await scenario.advance(1_000);
    await cleaned;
    await endsJoinedOnce(scenario, second);
    expect(scenario.traffic.filter((line) => line === '201')).toHaveLength(2);
  });

  it('a join after a leave that goes on waits for it', async () => {
    const { scenario, conference } = await Scenario.joined({ enter: { caps: [] } });
    void conference.leave();
    const second = scenario.join();
    await scenario.advance(499);
    expect(scenario.platform.sockets.all).toHaveLength(1);
    await scenario.advance(1_000);
    expect((await second).state.getSnapshot().state).toBe('joined');
    expect(scenario.platform.sockets.open).toHaveLength(1);
  });

  it('an abort while op 200 is on its way tells the server with 201', async () => {
    const scenario = new Scenario();
    const { server, sockets } = scenario.platform;
    const controller = new AbortController();
    let answer: () => void = () => undefined;
    server.on(Op.Enter, ({ tsxId }) => {
      answer = () => sockets.latest.serverSend({ ...server.enterResponse, op: Op.Response, tsxId: tsxId ?? '' });
      return undefined;
    });
    const joining = scenario.join({ signal: controller.signal });
    joining.catch(() => undefined);
    await scenario.advance();
    controller.abort();
    await expect(joining).rejects.toMatchObject({ reason: 'aborted' });
    answer();
    await scenario.advance();
    expect(scenario.traffic).toEqual(['200', '201']);
    expect(scenario.held).toEqual(NOTHING);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 8, 10, 14, 20])('an abort after %i microtasks leaves nothing', async (ticks) => {
    const scenario = new Scenario();
    const controller = new AbortController();
    const joining = scenario.join({ signal: controller.signal });
    joining.catch(() => undefined);
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    controller.abort();
    await expect(joining).rejects.toMatchObject({ reason: 'aborted' });
    await scenario.advance(1_000);
    expect(scenario.held).toEqual(NOTHING);
    expect(scenario.client.current.getSnapshot()).toBeUndefined();
  });

  it('50 joins and leaves leave nothing', async () => {
    const scenario = new Scenario({ enter: { mems: [fakeMember('bob')], streams: [fakeStream('ST9', 'bob')] } });
    for (let round = 0; round < 50; round++) {
      const conference = await scenario.join();
      const calls = Promise.all([conference.publish(), conference.subscribe('ST9')]);
      await scenario.advance();
      await calls;
      await conference.leave();
      expect(scenario.held).toEqual(NOTHING);
    }
    expect(scenario.platform.peers.all).toHaveLength(100);
  });
});

describe('close', () => {
  it('leaves, refuses further joins, and lets go of the devices', async () => {
    const { scenario, conference } = await Scenario.joined();
    await scenario.client.close();
    await scenario.client.close();
    expect(conference.state.getSnapshot().state).toBe('left');
    await expect(scenario.join()).rejects.toMatchObject({ reason: 'closed' });
    expect([scenario.held, scenario.platform.devices.listenerCount]).toEqual([NOTHING, 0]);
  });

  it('rejects a join that is under way', async () => {
    const scenario = new Scenario();
    const joining = scenario.join();
    joining.catch(() => undefined);
    await scenario.client.close();
    await expect(joining).rejects.toMatchObject({ reason: 'closed' });
    await scenario.advance(1_000);
    expect(scenario.held).toEqual(NOTHING);
  });
});

describe('openMedia', () => {
  it('opens, and tells what the user decided', async () => {
    const { client, platform } = new Scenario();
    const media = await client.openMedia({ audio: true });
    expect(media.getTracks()).toHaveLength(1);
    expect(client.devices.state.getSnapshot().permission).toBe('granted');
    platform.devices.failWith('NotAllowedError');
    await expect(client.openMedia({ video: true })).rejects.toMatchObject({ code: -201 });
    expect(client.devices.state.getSnapshot().permission).toBe('denied');
    await client.close();
    expect(platform.clock.pendingTimers).toBe(0);
  });
});
