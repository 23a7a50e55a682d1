import { describe, expect, it } from 'vitest';
import { deferred } from '../core/abort.js';
import { Op, Role, type WireMessage } from '../protocol/index.js';
import { Scenario, fakeMember, fakeStream, type ScenarioOptions } from '../testing/scenario.js';
import type { ConferenceEvents } from './types.js';

const NAMES: (keyof ConferenceEvents)[] = [
  'attributesChanged',
  'liveConfigsChanged',
  'allMuted',
  'allUnmuted',
  'muted',
  'unmuted',
  'roleChanged',
  'adminChanged',
];

async function setUp({ enter, ...options }: ScenarioOptions = {}) {
  const { scenario, conference } = await Scenario.joined({
    enter: { mems: [fakeMember('bob', { role: 7 })], ...enter },
    ...options,
  });
  const events: unknown[][] = [];
  for (const name of NAMES) conference.on(name, (...args: unknown[]) => void events.push([name, ...args]));
  const push = async (message: WireMessage): Promise<void> => {
    scenario.platform.server.push(message);
    await scenario.advance();
  };
  const control = (op2: number) =>
    push({ op: Op.Control, memId: 'bob', tsxId: 'M', arg: JSON.stringify({ op2, memId: 'MEM_1' }) });
  return { scenario, conference, events, push, control, now: () => conference.state.getSnapshot() };
}

/** The last `aoff` that the server received. */
const toldMuted = (scenario: Scenario): unknown => scenario.platform.server.messages(Op.StreamControl).at(-1)?.aoff;

describe('attributes', () => {
  it('come with the enter, as a whole', async () => {
    const { now } = await setUp({
      enter: {
        cattrs: [
          { key: 'a', val: '1', op: 'UPDATE' },
          { key: 'gone', val: '', op: 'DEL' },
        ],
        cstate: {},
      },
    });
    expect(now().attributes).toEqual({ a: '1' });
  });

  it('a list changes them by key, an object replaces them, and the same again tells nothing', async () => {
    const { push, now, events } = await setUp();
    await push({ op: Op.AttributesUpdated, cattrs: [{ key: 'a', val: '1', op: 'UPDATE' }] });
    await push({ op: Op.AttributesUpdated, cattrs: [{ key: '__proto__', val: '2', op: 'UPDATE' }] });
    expect(Object.entries(now().attributes)).toEqual([
      ['a', '1'],
      ['__proto__', '2'],
    ]);
    await push({ op: Op.AttributesUpdated, cattrs: [{ key: '__proto__', op: 'DEL' }] });
    await push({ op: Op.AttributesUpdated, cattrs: [{ key: 'a', val: '1', op: 'UPDATE' }] });
    await push({ op: Op.AttributesUpdated, cattrs: { b: '3' } });
    expect(now().attributes).toEqual({ b: '3' });
    expect(events.map(([name, attributes]) => [name, Object.keys(attributes as object)])).toEqual([
      ['attributesChanged', ['a']],
      ['attributesChanged', ['a', '__proto__']],
      ['attributesChanged', ['a']],
      ['attributesChanged', ['b']],
    ]);
  });

  it('that are gone after a reconnection are gone here', async () => {
    const { scenario, now, events } = await setUp({ enter: { cattrs: [{ key: 'a', val: '1' }] } });
    const { server, sockets } = scenario.platform;
    server.enterResponse = { ...server.enterResponse, cattrs: undefined };
    sockets.latest.serverClose(1006);
    await scenario.advance(1_000);
    expect(now().attributes).toEqual({});
    expect(events).toEqual([['attributesChanged', {}]]);
  });
});

it('live configs are shown with the id of either name', async () => {
  const { push, now, events } = await setUp();
  await push({ op: Op.LiveConfigsChanged, liveCfgs: [{ id: 'L1' }, { liveId: 'L2', regions: [] }] });
  expect(now().liveConfigs).toMatchObject([{ liveId: 'L1' }, { liveId: 'L2', regions: [] }]);
  expect(events.map(([name]) => name)).toEqual(['liveConfigsChanged']);
});

describe('mute-all', () => {
  it('mutes what is published, tells members that are no admins, once, and does not unmute by itself', async () => {
    const { scenario, conference, push, events, now } = await setUp();
    const stream = await conference.publish();
    await push({ op: Op.AttributesUpdated, cattrs: [], cstate: { muteAll: true } });
    await push({ op: Op.AttributesUpdated, cattrs: [], cstate: { muteAll: true } });
    expect(now().isAllMuted).toBe(true);
    expect([stream.snapshot.audioMuted, toldMuted(scenario)]).toEqual([true, 1]);
    await expect(stream.unmuteAudio()).rejects.toMatchObject({ reason: 'invalid-state' });
    expect(stream.snapshot.audioMuted).toBe(true);
    await push({ op: Op.AttributesUpdated, cattrs: [], cstate: { muteAll: false } });
    expect(stream.snapshot.audioMuted).toBe(true);
    await stream.unmuteAudio();
    expect([stream.snapshot.audioMuted, toldMuted(scenario)]).toEqual([false, 0]);
    expect(events).toEqual([['allMuted'], ['allUnmuted']]);
  });

  it('spares admins, until they are admins no more', async () => {
    const { conference, push, events, now } = await setUp({ enter: { role: 7 } });
    const stream = await conference.publish();
    await push({ op: Op.AttributesUpdated, cattrs: [], cstate: { muteAll: true } });
    expect([now().isAllMuted, stream.snapshot.audioMuted, events]).toEqual([true, false, []]);
    await push({ op: Op.RoleUpdated, role: 3, roleToken: 'R2' });
    expect(stream.snapshot.audioMuted).toBe(true);
  });

  it('reaches who joins later: it publishes muted', async () => {
    const { conference, now } = await setUp({ enter: { cattrs: [], cstate: { muteAll: true } } });
    const stream = await conference.publish();
    expect([now().isAllMuted, stream.snapshot.audioMuted]).toEqual([true, true]);
    await expect(stream.unmuteAudio()).rejects.toThrow('muted by an admin');
  });
});

it('an admin mutes and unmutes the member alone; nobody answers for it', async () => {
  const { scenario, conference, control, events, now } = await setUp();
  const stream = await conference.publish();
  await control(23);
  await control(23);
  expect([now().isMuted, stream.snapshot.audioMuted, toldMuted(scenario)]).toEqual([true, true, 1]);
  await expect(stream.unmuteAudio()).rejects.toThrow('muted by an admin');
  await stream.muteVideo();
  await stream.unmuteVideo();
  await control(24);
  expect([now().isMuted, stream.snapshot.audioMuted]).toEqual([false, true]);
  await stream.unmuteAudio();
  expect(events).toEqual([['muted'], ['unmuted']]);
  expect(scenario.platform.server.messages(Op.Response)).toEqual([]);
});

it('op 413 tells who is admin now, by its newest role', async () => {
  const { push, events, now } = await setUp({ enter: { mems: [fakeMember('bob')] } });
  await push({ op: Op.AdminChanged, memId: 'bob', role: 7 });
  expect(now().members[0]?.role).toBe(Role.Admin);
  expect(events).toMatchObject([['adminChanged', { id: 'bob', role: 7 }, 7]]);
  await push({ op: Op.AdminChanged });
  expect(events[1]?.[1]).toBeUndefined();
});

it('what is there at the joining is told to who listens right after it, in order', async () => {
  const scenario = new Scenario({
    enter: { mems: [fakeMember('bob')], streams: [fakeStream('ST9', 'bob')], cattrs: [], cstate: { muteAll: true } },
  });
  const conference = await scenario.join();
  const told: unknown[] = [];
  conference.on('memberJoined', ({ id }) => told.push(id));
  conference.on('streamAdded', ({ id }) => told.push(id));
  conference.on('allMuted', () => told.push('allMuted'));
  expect(told).toEqual([]);
  await scenario.advance();
  expect(told).toEqual(['bob', 'ST9', 'allMuted']);
  scenario.platform.server.push({ op: Op.StreamUnpublished, memId: 'bob', pubSId: 'ST9' });
  await scenario.advance();
  expect(told).toHaveLength(3);
});

it('an admin who mutes while the microphone opens is obeyed: it is closed again, and nobody is told that it was open', async () => {
  const { scenario, conference, control, now } = await setUp();
  const { devices, server } = scenario.platform;
  const publishing = conference.publish({ video: false });
  await scenario.advance();
  const stream = await publishing;
  await stream.muteAudio({ release: true });
  const opening = deferred<void>();
  devices.gate = opening.promise;
  const rejected = expect(stream.unmuteAudio()).rejects.toMatchObject({ reason: 'invalid-state' });
  await control(23);
  opening.resolve();
  await scenario.advance();
  await rejected;
  expect([now().isMuted, stream.snapshot.audioMuted, devices.live.length]).toEqual([true, true, 0]);
  expect(server.messages(Op.StreamControl).map(({ aoff }) => aoff)).not.toContain(0);
  devices.gate = undefined;
  await control(24);
  await stream.unmuteAudio();
  expect([stream.snapshot.audioMuted, devices.live.length]).toEqual([false, 1]);
});
