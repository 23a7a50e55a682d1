import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  changeRoles,
  disband,
  muteAll,
  muteMember,
  onRoleRequest,
  requestTalk,
  startRecording,
} from '../admin/index.js';
import { LecternError } from '../core/errors.js';
import type { Conference } from '../conference/types.js';
import { DeviceControl } from '../devices/index.js';
import { shareDesktop } from '../desktop/index.js';
import { onControl, onMessage, requestControl, sendMessage } from '../messages/index.js';
import { Op, Role, StreamType } from '../protocol/index.js';
import { Scenario, fakeMember, fakeStream } from '../testing/scenario.js';

/**
 * Runs the features of the other entries on a conference in any order. Every promise settles, and nothing is held after
 * leaving.
 */
interface Turn {
  readonly scenario: Scenario;
  readonly conference: Conference;
  readonly control: DeviceControl;
  readonly signal: AbortSignal;
  readonly call: (promise: Promise<unknown> | undefined) => void;
}

const push =
  (message: Record<string, unknown> & { readonly op: number }) =>
  ({ scenario }: Turn): void => {
    if (scenario.platform.sockets.open.length > 0) scenario.platform.server.push(message);
  };

const relayed = (op2: number) =>
  push({ op: Op.Control, memId: 'bob', tsxId: 'M', arg: JSON.stringify({ op2, memId: 'MEM_1' }) });

/** Treats a synchronous throw like a rejection. */
const tried = async <T>(run: () => Promise<T> | undefined): Promise<T | undefined> => run();

const own = ({ conference }: Turn) => conference.localStream();

const STEPS: Readonly<Record<string, (turn: Turn) => void>> = {
  publish: ({ conference, call }) => call(conference.publish()),
  publishSilent: ({ conference, call }) => call(conference.publish({ audio: false })),
  unpublish: (turn) => turn.call(own(turn)?.unpublish()),
  mute: (turn) => turn.call(own(turn)?.muteAudio({ release: true })),
  unmute: (turn) => turn.call(own(turn)?.unmuteAudio()),
  release: (turn) => turn.call(own(turn)?.muteVideo({ release: true })),
  unmuteVideo: (turn) => turn.call(own(turn)?.unmuteVideo({ signal: turn.signal })),
  subscribe: ({ conference, call }) => call(conference.subscribe('ST9')),
  share: ({ conference, call, signal }) => call(shareDesktop(conference, { signal })),
  shareWithSound: ({ conference, call }) => call(shareDesktop(conference, { audio: true })),
  stopSharing: ({ conference, call }) => call(conference.localStream(StreamType.Desktop)?.unpublish()),
  switchCamera: ({ control, call, signal }) => call(control.switchCamera({ signal })),
  changeCamera: ({ control, call }) => call(control.changeCamera('back')),
  changeMicrophone: ({ control, call }) => call(control.changeMicrophone('headset')),
  constrain: ({ control, call }) => call(control.changeConstraints({ width: 640 })),
  send: ({ conference, call }) => call(sendMessage(conference, 'bob', 'x')),
  ask: ({ conference, call, signal }) => call(requestControl(conference, 'bob', { op2: 20, pic: 1 }, { signal })),
  requestTalk: ({ conference, call }) => call(requestTalk(conference)),
  muteMember: ({ conference, call }) => call(muteMember(conference, 'bob')),
  muteAll: ({ conference, call, signal }) => call(muteAll(conference, { signal })),
  changeRoles: ({ conference, call }) => call(changeRoles(conference, ['bob'], Role.Talker)),
  record: ({ conference, call, signal }) => call(startRecording(conference, 'ST9', { signal })),
  disband: ({ conference, call }) => call(disband(conference)),
  mutedByAdmin: relayed(23),
  unmutedByAdmin: relayed(24),
  allMuted: push({ op: Op.AttributesUpdated, cstate: { muteAll: true } }),
  audience: push({ op: Op.RoleUpdated, role: 1 }),
  admin: push({ op: Op.RoleUpdated, role: 7, roleToken: 'R2' }),
  codec: push({ op: Op.Terminate, rtcId: 'RTC0', endReason: 21, useVCodes: ['H264'] }),
  codecBack: push({ op: Op.Terminate, rtcId: 'RTC0', endReason: 21, useVCodes: ['VP8'] }),
  rebuild: push({ op: Op.Terminate, rtcId: 'RTC0', endReason: -10 }),
  republished: push({ op: Op.StreamPublished, memId: 'bob', pubS: fakeStream('ST9', 'bob', { sver: 2 }) }),
  memberLeaves: push({ op: Op.MemberExited, memId: 'bob' }),
  silence: ({ scenario }) => {
    for (const op of [Op.Control, Op.Message, Op.Record]) scenario.platform.server.on(op, () => undefined);
  },
  unanswered: ({ scenario }) => void (scenario.answersOffers = false),
  cameraBusy: ({ scenario }) => scenario.platform.devices.failWith('NotReadableError'),
  unplugged: ({ scenario }) => scenario.platform.devices.live.at(-1)?.end(),
  replugged: ({ scenario }) =>
    scenario.platform.devices.setDevices([
      { kind: 'videoinput', id: 'front' },
      { kind: 'audioinput', id: 'headset' },
    ]),
  iceFails: ({ scenario }) => scenario.platform.peers.open.at(-1)?.setIce('failed'),
  socketLost: ({ scenario }) => scenario.platform.sockets.open.at(-1)?.serverClose(1006),
  closeControl: ({ control }) => control.close(),
};

const script = fc.array(fc.tuple(fc.constantFrom(...Object.keys(STEPS)), fc.constantFrom(0, 0, 1, 60, 700, 4_000)), {
  maxLength: 16,
});

it.each([10, 11, 12] as const)(
  'any order of what all entries offer settles and leaves nothing, in type %i',
  async (type) => {
    await fc.assert(
      fc.asyncProperty(
        script,
        fc.constantFrom(1, 3, 7),
        fc.integer({ min: 0, max: 16 }),
        async (steps, role, abortAt) => {
          const bob = fakeMember('bob', { role: 7, res: { ops: [1003, 100205] } });
          const { scenario, conference } = await Scenario.joined({
            type,
            enter: { role, mems: [bob], streams: [fakeStream('ST9', 'bob', { type: type === 10 ? 0 : 2 })] },
          });
          const { http, devices, clock } = scenario.platform;
          http.on('POST', '/confr/attrs/update', { body: { error: 0 } });
          http.on('POST', '/chanage/roles', { body: { error: 0 } });
          http.on('POST', '/disband/conference', { body: { error: 0 } });
          const control = new DeviceControl(conference, scenario.client.devices);
          onMessage(conference, () => undefined);
          onControl(conference, 20, ({ answer }) => answer(0));
          onRoleRequest(conference, ({ refuse }) => refuse());
          const abort = new AbortController();
          const calls: Promise<unknown>[] = [];
          const failures: unknown[] = [];
          const call = (promise: Promise<unknown> | undefined): void => {
            const settled = promise?.catch((error: unknown) => failures.push(error));
            if (settled) calls.push(settled);
          };
          const turn: Turn = { scenario, conference, control, signal: abort.signal, call };
          for (const [index, [name, waitMs]] of steps.entries()) {
            if (index === abortAt) abort.abort();
            await tried(async () => STEPS[name]?.(turn));
            if (waitMs > 0) await clock.advance(waitMs);
          }
          void conference.leave();
          await clock.advance(1_000);
          await Promise.all(calls);
          await conference.leave();
          const { isMuted, state } = conference.state.getSnapshot();
          expect([state, typeof isMuted]).toEqual(['left', 'boolean']);
          expect(failures.filter((error) => !(error instanceof LecternError))).toEqual([]);
          const listeners = devices.opened.map(({ listenerCount }) => listenerCount);
          expect(Math.max(0, ...listeners)).toBe(0);
          expect(scenario.held).toEqual({ timers: 0, networkListeners: 0, sockets: 0, peers: 0, tracks: 0 });
        },
      ),
      { numRuns: 120 },
    );
  },
);
