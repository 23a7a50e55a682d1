import { ConferenceType, ControlOp, Op, Role } from '@lectern/rtc/protocol';
import { fuzzLimitMs, fuzzOptions } from '@lectern/kit/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offer } from '../testing/harness.js';
import { World } from '../testing/world.js';
import type { Command as AdminCommand } from './commands.js';

const USERS = ['alice', 'bob', 'carol', 'dave'] as const;
const RTC_IDS = ['RTC0', 'RTC2', 'RTC4', '_i_1'] as const;

const who = fc.constantFrom(...USERS);
const rtcId = fc.constantFrom(...RTC_IDS);
const flag = fc.constantFrom(0, 1);
const type = fc.constantFrom(ConferenceType.Communication, ConferenceType.Live);
const codecs = fc.constantFrom(['VP8'], ['H264'], ['VP8', 'H264'], ['H264', 'VP8']);
const kindOfStream = fc.constantFrom(0, 0, 1, 2);
const pick = fc.nat(20);
const role = fc.constantFrom(Role.Admin, Role.Talker, Role.Audience);
const command = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('enter'), who, resume: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop'), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('memberTimer'), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('streamTimer'), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('codecTimer'), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave'), who }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('publish'),
      who,
      rtcId,
      codecs,
      kind: kindOfStream,
      again: fc.option(pick),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('subscribe'), who, rtcId, codecs, pick, mix: fc.boolean() }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('engine'), pick, ok: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('terminate'), who, rtcId, keep: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('control'), who, rtcId, voff: flag, aoff: flag }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change'), who, rtcId, pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sync'), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('workerLost'), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('transportLost'), pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('roles'), who, whom: who, role, down: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('mute'), who, pick, on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('muteAll'), who, on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kick'), who, whom: who }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('attribute'), who, key: fc.string(), val: fc.option(fc.string()) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ask'), who, pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('junk'), who, message: fc.dictionary(fc.string(), fc.jsonValue()) }),
  },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

const at = <T>(entries: Iterable<T>, index: number): T | undefined => {
  const list = [...entries];
  return list[index % Math.max(1, list.length)];
};

/** The administrative command among them. */
function orderOf(c: Record<string, unknown> & { do: string }): AdminCommand | undefined {
  const names = [`org#app_${String(c.whom)}`];
  switch (c.do) {
    case 'roles':
      return { kind: c.down === true ? 'degrade' : 'changeRoles', names, role: c.role as Role };
    case 'kick':
      return { kind: 'kick', names };
    case 'muteAll':
      return { kind: 'muteAll', isMuted: c.on === true };
    case 'attribute':
      return {
        kind: 'attributes',
        changes: [{ key: String(c.key), val: typeof c.val === 'string' ? c.val : undefined }],
      };
    default:
      return undefined;
  }
}

function run(world: World, c: Record<string, unknown> & { do: string }): void {
  const { bench } = world;
  const index = typeof c.pick === 'number' ? c.pick : 0;
  const member = [...bench.state.members.values()].find((entry) => entry.name === `org#app_${String(c.who)}`);
  const id = String(c.rtcId);
  const target = at(bench.state.members.keys(), index) ?? 'MEM?';
  const stream = at(bench.state.streams.keys(), index) ?? 'ST?';
  const channel = at(bench.state.channels.values(), index);
  switch (c.do) {
    case 'enter':
      return member !== undefined && c.resume !== true ? undefined : world.enter(String(c.who), member);
    case 'streamTimer':
      return world.step(() => bench.feed({ kind: 'timer', timer: `stream:${stream}` }));
    case 'codecTimer':
      return world.step(() => bench.feed({ kind: 'timer', timer: `codec:${stream}` }));
    case 'engine':
      return world.answerEngine(index, c.ok === true);
    case 'workerLost':
      return world.step(() => bench.feed({ kind: 'workerLost', transportIds: channel ? [channel.transportId] : [] }));
    case 'transportLost':
      return world.step(() => bench.feed({ kind: 'transportLost', transportId: channel?.transportId ?? '' }));
    default:
  }
  const order = orderOf(c);
  if (order !== undefined) return world.command(String(c.who), order);
  if (member === undefined) return;
  if (c.do === 'drop') {
    world.lost.add(member.id);
    const socketId = member.link.state === 'online' ? member.link.socketId : '';
    return world.step(() => bench.feed({ kind: 'socketLost', socketId }));
  }
  if (c.do === 'memberTimer') return world.step(() => bench.feed({ kind: 'timer', timer: `member:${member.id}` }));
  if (member.link.state !== 'online') return;
  switch (c.do) {
    case 'leave':
      return world.request(member, { op: Op.Leave });
    case 'publish': {
      const again = typeof c.again === 'number' ? at(bench.state.streams.keys(), c.again) : undefined;
      return world.request(member, {
        op: Op.Init,
        rtcId: id,
        sdp: offer(...(c.codecs as string[])),
        pubS: { type: c.kind, id: again, rtcId: id },
      });
    }
    case 'subscribe':
      return world.request(member, {
        op: Op.Init,
        rtcId: id,
        sdp: offer(...(c.codecs as string[])),
        subSId: c.mix === true ? '0' : stream,
      });
    case 'terminate':
      return world.request(member, { op: Op.Terminate, rtcId: id, ...(c.keep === true && { endReason: -10 }) });
    case 'control':
      return world.request(member, { op: Op.StreamControl, rtcId: id, voff: c.voff, aoff: c.aoff });
    case 'change':
      return world.request(member, {
        op: Op.ChangeSubscription,
        rtcId: id,
        subSId: stream,
        subSVideo: false,
        subSAudio: true,
      });
    case 'mute': {
      const op2 = c.on === true ? ControlOp.Mute : ControlOp.Unmute;
      return world.request(member, { op: Op.Control, memId: target, arg: { op2 } });
    }
    case 'ask': {
      return world.relay(member, { op: Op.Control, memId: target, arg: { op2: ControlOp.RequestTalker } });
    }
    case 'sync':
      return world.request(member, { op: Op.Sync, cver: index });
    case 'junk': {
      const op = at(Object.values(Op), index + Object.keys(c.message as object).length) ?? 0;
      // Answers and relays have their own rules about their sender.
      if (op === Op.Response || op === Op.Control) return;
      return world.request(member, { ...(c.message as object), op });
    }
    default:
  }
}

const options = fuzzOptions(400, 0.5);

describe('any sequence of operations', () => {
  it(
    'keeps the conference, its answers and every client’s picture in order',
    () => {
      fc.assert(
        fc.property(
          type,
          fc.array(command as fc.Arbitrary<Command>, { maxLength: 80, size: 'max' }),
          (kind, commands) => {
            const world = new World(kind);
            for (const user of ['alice', 'bob']) world.enter(user, undefined);
            for (const entry of commands) run(world, entry);
            world.finish();
            expect(world.engine).toEqual([]);
          },
        ),
        options,
      );
    },
    fuzzLimitMs(options, 100),
  );
});
