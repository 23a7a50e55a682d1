import { describe, expect, it } from 'vitest';
import { Op, Role, type WireMessage } from '../protocol/index.js';
import { Scenario, fakeMember, fakeStream, type ScenarioOptions } from '../testing/scenario.js';
import type { ConferenceEvents } from './types.js';

async function setUp(options: ScenarioOptions = {}) {
  const { scenario, conference } = await Scenario.joined({
    enter: {
      mems: [fakeMember('MEM_1', { name: 'org#app_alice' }), fakeMember('bob', { nickName: 'Bob', ext: '{"a":1}' })],
      streams: [fakeStream('ST9', 'bob', { name: 'video', resolution: { w: 640, h: 480 } })],
      cver: 5,
    },
    ...options,
  });
  const events: unknown[][] = [];
  const names: (keyof ConferenceEvents)[] = [
    'memberJoined',
    'memberLeft',
    'streamAdded',
    'streamUpdated',
    'streamRemoved',
    'roleChanged',
    'codecUnsupported',
    'publishersExceeded',
    'error',
    'left',
  ];
  for (const name of names) {
    conference.on(name, (...args: unknown[]) => {
      const [first, ...rest] = args as [{ id?: string }, ...unknown[]];
      events.push([name, first.id ?? first, ...rest]);
    });
  }
  const push = async (message: WireMessage): Promise<void> => {
    scenario.platform.server.push(message);
    await scenario.advance();
  };
  return { scenario, conference, events, push, now: () => conference.state.getSnapshot() };
}

describe('entering', () => {
  it('shows members, streams, the own member, role and version', async () => {
    const { now } = await setUp();
    expect(now()).toMatchObject({ state: 'joined', signalling: 'connected', role: 3, version: 5, isCreator: true });
    expect(now().localMember).toMatchObject({ id: 'MEM_1', name: 'org#app_alice', nickName: 'alice', isLocal: true });
    expect(now().members).toMatchObject([{ id: 'bob', nickName: 'Bob', ext: { a: 1 }, role: 3, isLocal: false }]);
    expect(now().streams).toMatchObject([
      { id: 'ST9', memberId: 'bob', link: 'idle', resolution: { width: 640, height: 480 }, videoCodecs: ['VP8'] },
    ]);
    expect(now().members[0]?.acceptedOps).toContain(Op.Init);
  });

  it('names a member as people know it: by nickname, else by the plain user name', async () => {
    const { now, push } = await setUp();
    const shown = () => now().members.map(({ displayName, user }) => [displayName, user]);
    await push({
      op: Op.MemberEntered,
      mem: fakeMember('c', { name: 'my_org#app_cy_1', nickName: 'my_org#app_cy_1' }),
    });
    await push({ op: Op.MemberEntered, mem: fakeMember('d', { name: 'dee_2', nickName: ' ' }) });
    expect(shown()).toEqual([
      ['Bob', 'bob'],
      ['cy_1', 'cy_1'],
      ['dee_2', 'dee_2'],
    ]);
    await push({ op: Op.MemberEntered, mem: fakeMember('c', { name: 'my_org#app_cy_1', nickName: 'Cy' }) });
    expect(shown()[1]).toEqual(['Cy', 'cy_1']);
  });

  it('takes an answer without lists', async () => {
    const { now } = await setUp({ enter: { mems: undefined, streams: undefined } as never });
    expect([now().members, now().streams, now().state]).toEqual([[], [], 'joined']);
  });
});

describe('members and streams', () => {
  it('tells who comes, publishes, mutes, ends and goes; streams go before their member', async () => {
    const { events, push, now } = await setUp();
    await push({ op: Op.MemberEntered, mem: fakeMember('eve'), cver: 6 });
    await push({ op: Op.StreamPublished, memId: 'eve', pubS: fakeStream('ST2', 'eve'), cver: 7 });
    await push({ op: Op.StreamControl, memId: 'eve', streamId: 'ST2', voff: 1, aoff: 0, sver: 1, cver: 8 });
    await push({ op: Op.StreamUnpublished, memId: 'eve', pubSId: 'ST2', cver: 9 });
    await push({ op: Op.MemberExited, memId: 'bob', reason: 4, cver: 10 });
    expect(events).toEqual([
      ['memberJoined', 'eve'],
      ['streamAdded', 'ST2'],
      ['streamUpdated', 'ST2', { videoMuted: true }],
      ['streamRemoved', 'ST2'],
      ['streamRemoved', 'ST9'],
      ['memberLeft', 'bob', 4],
    ]);
    expect(now().members.map(({ id }) => id)).toEqual(['eve']);
    expect(now().version).toBe(10);
  });

  it('keeps the objects of what did not change', async () => {
    const { push, now } = await setUp();
    await push({ op: Op.StreamPublished, memId: 'bob', pubS: fakeStream('ST3', 'bob', { type: 1 }) });
    const before = now();
    await push({ op: Op.StreamControl, streamId: 'ST3', voff: 0, aoff: 1 });
    const after = now();
    expect(after.members).toBe(before.members);
    expect(after.streams[0]).toBe(before.streams[0]);
    expect(after.streams[1]).not.toBe(before.streams[1]);
    await push({ op: Op.StreamControl, streamId: 'ST3', voff: 0, aoff: 1 });
    await push({ op: Op.MemberEntered, mem: fakeMember('bob', { nickName: 'Bob', ext: '{"a":1}' }) });
    expect(now()).toBe(after);
  });

  it('does not take a repeated announcement for a new stream', async () => {
    const { events, push } = await setUp();
    await push({
      op: Op.StreamPublished,
      memId: 'bob',
      pubS: fakeStream('ST9', 'bob', { name: 'video', resolution: { w: 640, h: 480 } }),
    });
    expect(events).toEqual([]);
  });

  it('tells a second device of the same name apart by its id', async () => {
    const { push, now, scenario } = await setUp();
    await push({ op: Op.MemberEntered, mem: fakeMember('MEM_7', { name: 'org#app_alice' }) });
    await push({ op: Op.MemberEntered, mem: fakeMember('MEM_1', { name: 'org#app_alice' }) });
    await push({ op: Op.StreamPublished, pubS: fakeStream('ST7', 'MEM_7', { memName: 'org#app_alice' }) });
    expect(now().members.map(({ id }) => id)).toEqual(['bob', 'MEM_7']);
    expect(now().streams.at(-1)).toMatchObject({ id: 'ST7', isLocal: false });
    expect(scenario.platform.server.messages(Op.Init)).toHaveLength(0);
  });
});

describe('what does not fit', () => {
  it.each<[string, WireMessage]>([
    ['unknown member leaves', { op: Op.MemberExited, memId: 'nobody' }],
    ['unknown stream ends', { op: Op.StreamUnpublished, pubSId: 'nothing' }],
    ['unknown stream is muted', { op: Op.StreamControl, streamId: 'nothing', voff: 1 }],
    ['a member without id', { op: Op.MemberEntered, mem: { name: 'x' } }],
    ['no member', { op: Op.MemberEntered }],
    ['no stream', { op: Op.StreamPublished, memId: 'bob' }],
    ['an answer for nobody', { op: Op.Answer, rtcId: 'RTC7', sdp: 'x' }],
    ['a terminate for nobody', { op: Op.Terminate, rtcId: '_i_3' }],
    ['an unbound op', { op: Op.Members }],
    ['a join of one-to-one calls', { op: Op.Joined, memId: 'eve' }],
    ...[0, 1, 2, 3, 100, 101, 103].map((op): [string, WireMessage] => [`op ${op} of another channel`, { op }]),
    ['null attributes', { op: Op.AttributesUpdated, cattrs: null, cstate: null }],
  ])('%s: ignored', async (_, message) => {
    const { events, push, now } = await setUp();
    const before = now();
    await push(message);
    expect(events).toEqual([]);
    expect(now()).toBe(before);
  });

  it('a stream may come before its member', async () => {
    const { push, now } = await setUp();
    await push({ op: Op.StreamPublished, memId: 'eve', pubS: { id: 'ST2', type: 0 } });
    await push({ op: Op.MemberEntered, mem: fakeMember('eve') });
    expect(now().streams.at(-1)).toMatchObject({ id: 'ST2', memberId: 'eve', videoCodecs: [], version: 0 });
  });

  it('reports what it can not read, and goes on', async () => {
    const { events, push, now } = await setUp();
    await push({ op: Op.AttributesUpdated, cstate: 'no json' });
    expect(events).toMatchObject([['error', { reason: 'protocol' }]]);
    await push({ op: Op.AttributesUpdated, cstate: { muteAll: true } });
    expect(now().isAllMuted).toBe(true);
  });
});

describe('roles', () => {
  it('an audience member stops publishing', async () => {
    const { scenario, conference, events, push, now } = await setUp();
    const publishing = conference.publish();
    await scenario.advance();
    await publishing;
    events.length = 0;
    await push({ op: Op.RoleUpdated, role: Role.Audience, roleToken: 'x' });
    expect(events).toEqual([
      ['roleChanged', Role.Audience, Role.Talker],
      ['streamRemoved', 'ST_RTC0'],
    ]);
    expect(now()).toMatchObject({ role: 1, localMember: { role: 1 } });
    expect(scenario.platform.devices.live).toHaveLength(0);
    expect(scenario.traffic.at(-1)).toBe('107 RTC0');
    await expect(conference.publish()).rejects.toMatchObject({ specMessage: 'Audience not allow publish' });
  });
});

describe('terminate reasons', () => {
  async function both() {
    const fixture = await setUp();
    const { scenario, conference } = fixture;
    const publishing = conference.publish();
    await scenario.advance();
    await publishing;
    const subscribing = conference.subscribe('ST9');
    await scenario.advance();
    await subscribing;
    fixture.events.length = 0;
    return fixture;
  }

  it('22, 23 and 24 only tell', async () => {
    const { events, push, now } = await both();
    await push({ op: Op.Terminate, rtcId: 'RTC2', endReason: 22 });
    await push({ op: Op.Terminate, rtcId: 'RTC0', endReason: 23 });
    await push({ op: Op.Terminate, rtcId: 'RTC0', endReason: 24 });
    expect(events).toEqual([
      ['codecUnsupported', 'ST9'],
      ['publishersExceeded', 'video'],
      ['publishersExceeded', 'desktop'],
    ]);
    expect(now().streams.map(({ link }) => link)).toEqual(['linked', 'linked']);
  });

  it('−10 rebuilds at once under the same handle', async () => {
    const { scenario, conference, push, now } = await both();
    const { length } = scenario.traffic;
    const remote = conference.remoteStream('ST9');
    const media = remote?.mediaStream;
    await push({ op: Op.Terminate, rtcId: 'RTC0', endReason: -10 });
    await push({ op: Op.Terminate, rtcId: 'RTC2', endReason: -10 });
    expect(scenario.traffic.slice(length)).toEqual(['102 RTC0', '102 RTC5']);
    expect(scenario.platform.server.messages(Op.Init)[2]?.pubS).toMatchObject({ id: 'ST_RTC0' });
    expect(now().streams.map(({ link }) => link)).toEqual(['linked', 'linked']);
    expect(conference.remoteStream('ST9')).toBe(remote);
    expect(remote?.mediaStream).not.toBe(media);
    expect(now().streams[0]?.mediaStream).toBe(remote?.mediaStream);
  });

  it('any other ends the stream, and no 107 is sent back', async () => {
    const { scenario, conference, events, push, now } = await both();
    const { length } = scenario.traffic;
    await push({ op: Op.Terminate, rtcId: 'RTC0', endReason: 5 });
    await push({ op: Op.Terminate, rtcId: 'RTC2' });
    expect(events.filter(([name]) => name === 'streamRemoved')).toEqual([['streamRemoved', 'ST_RTC0']]);
    expect(now().streams).toMatchObject([{ id: 'ST9', link: 'idle', wanted: undefined }]);
    expect([conference.localStream(), conference.remoteStream('ST9')]).toEqual([undefined, undefined]);
    expect(scenario.traffic.slice(length)).toEqual([]);
    expect(scenario.held).toMatchObject({ peers: 0, tracks: 0 });
  });
});

describe('control by others', () => {
  it('is answered −507 with the argument echoed', async () => {
    const { scenario, push } = await setUp();
    await push({ op: Op.Control, tsxId: 'X1', memId: 'bob', arg: '{"op2":20}' });
    expect(scenario.platform.server.messages(Op.Response)).toMatchObject([
      { tsxId: 'X1', memId: 'bob', result: -507, arg: '{"op2":20}' },
    ]);
  });
});

describe('op 1000', () => {
  it('a newer complete list becomes differences', async () => {
    const { scenario, events, now } = await setUp();
    scenario.platform.server.on(Op.Sync, () => ({
      result: 0,
      cver: 9,
      mems: [fakeMember('MEM_1'), fakeMember('eve')],
      streams: [fakeStream('ST2', 'eve')],
    }));
    await scenario.advance(30_000);
    expect(events).toEqual([
      ['streamRemoved', 'ST9'],
      ['memberLeft', 'bob', 0],
      ['memberJoined', 'eve'],
      ['streamAdded', 'ST2'],
    ]);
    expect(now().version).toBe(9);
  });

  it('roles that changed are shown, the own one as well', async () => {
    const { scenario, events, now } = await setUp();
    const mems = [fakeMember('MEM_1', { role: 7 }), fakeMember('bob', { nickName: 'Bob', ext: '{"a":1}', role: 1 })];
    const streams = [fakeStream('ST9', 'bob', { name: 'video', resolution: { w: 640, h: 480 } })];
    scenario.platform.server.on(Op.Sync, () => ({ result: 0, cver: 9, mems, streams }));
    await scenario.advance(30_000);
    expect(events).toEqual([['roleChanged', 7, 3]]);
    expect([now().role, now().localMember?.role, now().members[0]?.role]).toEqual([7, 7, 1]);
  });

  it('an answer that came too late does not hide what the next one tells', async () => {
    const { scenario, now } = await setUp();
    const { server } = scenario.platform;
    server.on(Op.Sync, () => undefined);
    await scenario.advance(30_000);
    const asked = server.messages(Op.Sync).at(-1);
    server.push({ op: Op.MemberExited, memId: 'nobody' });
    await scenario.advance(15_000);
    server.push({ op: Op.Response, tsxId: asked?.tsxId ?? '', result: 0, cver: 9, mems: [], streams: [] });
    server.on(Op.Sync, () => ({ result: 0, cver: 9, mems: [], streams: [] }));
    await scenario.advance(30_000);
    expect([now().members, now().version]).toEqual([[], 9]);
  });

  it('an equal version changes nothing', async () => {
    const { scenario, events } = await setUp();
    scenario.platform.server.on(Op.Sync, () => ({ result: 0, cver: 5 }));
    await scenario.advance(30_000);
    expect(events).toEqual([]);
  });
});

describe('active speakers', () => {
  it('are those that the server announces; what is no speaker is left out', async () => {
    const { now, push } = await setUp();
    expect(now().speakers).toBeUndefined();
    const spks = [{ id: 'ST9', memId: 'bob', level: 0.4 }, { id: 5 }, null, { id: 'ST8', memId: 'carol' }];
    await push({ op: Op.Speakers, spks });
    expect(now().speakers).toEqual([
      { streamId: 'ST9', memberId: 'bob', level: 0.4 },
      { streamId: 'ST8', memberId: 'carol', level: 0 },
    ]);
    await push({ op: Op.Speakers });
    expect(now().speakers).toEqual([]);
  });
});
