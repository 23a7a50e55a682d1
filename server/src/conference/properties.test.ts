import { Op, Role, type WireMessage } from '@lectern/rtc/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bench } from '../testing/conference.js';
import { offer } from '../testing/harness.js';
import type { Effect } from './effects.js';
import type { Member } from './model.js';
import { wireLists } from './wire.js';

const USERS = ['alice', 'bob', 'carol', 'dave'] as const;
const RTC_IDS = ['RTC0', 'RTC2', 'RTC4', '_i_1'] as const;

type Lists = Map<string, unknown>;

/** What a client makes of what it is sent; throws where a deployed client would. */
class Replica {
  cver = 0;
  readonly mems: Lists = new Map();
  readonly streams: Lists = new Map();

  constructor(readonly memId: string) {}

  take(frame: WireMessage): void {
    if (frame.op === Op.Response && Array.isArray(frame.mems)) {
      this.mems.clear();
      this.streams.clear();
      for (const mem of frame.mems as { id: string }[]) this.mems.set(mem.id, mem);
      for (const stream of frame.streams as { id: string; memId: string }[]) {
        if (!this.mems.has(stream.memId)) throw new Error('a stream without its member');
        this.streams.set(stream.id, stream);
      }
      this.cver = Number(frame.cver);
      return;
    }
    if (frame.op === Op.Response || typeof frame.cver !== 'number') return;
    if (frame.cver <= this.cver) throw new Error(`cver went from ${this.cver} to ${frame.cver}`);
    this.cver = frame.cver;
    this.#event(frame);
  }

  #event(frame: WireMessage): void {
    switch (frame.op) {
      case Op.MemberEntered: {
        const mem = frame.mem as { id: string };
        if (mem.id === this.memId) throw new Error('a member heard of itself (T24)');
        this.mems.set(mem.id, mem);
        return;
      }
      case Op.MemberExited:
        if (!this.mems.delete(String(frame.memId))) throw new Error('an unknown member left');
        for (const [id, stream] of this.streams) {
          if ((stream as { memId: string }).memId === frame.memId) this.streams.delete(id);
        }
        return;
      case Op.StreamPublished: {
        const stream = frame.pubS as { id: string; memId: string; sver: number };
        if (!this.mems.has(stream.memId)) throw new Error('a stream of an unknown member (T20)');
        if ('rtcId' in stream) throw new Error('an rtcId was let out (T3)');
        const known = this.streams.get(stream.id) as { sver: number } | undefined;
        if (known !== undefined && known.sver !== stream.sver - 1) throw new Error('sver did not rise by one (T11)');
        this.streams.set(stream.id, stream);
        return;
      }
      case Op.StreamUnpublished:
        if (!this.streams.delete(String(frame.pubSId))) throw new Error('an unknown stream ended');
        return;
      case Op.StreamControl: {
        const known = this.streams.get(String(frame.streamId)) as { sver: number } | undefined;
        if (known === undefined) throw new Error('control of an unknown stream (T20)');
        if (known.sver !== frame.sver) throw new Error('control with another sver (T11)');
        this.streams.set(String(frame.streamId), { ...known, voff: frame.voff, aoff: frame.aoff });
        return;
      }
      default:
    }
  }
}

/** A conference with its clients, which watch everything that is sent. */
class World {
  readonly bench = new Bench();
  readonly replicas = new Map<string, Replica>();
  /** Requests without an answer: transaction → member id. */
  readonly open = new Map<string, string>();
  readonly engine: Extract<Effect, { kind: 'publish' | 'subscribe' }>[] = [];
  readonly lost = new Set<string>();
  #tsx = 0;

  step(act: () => void): void {
    const { cver } = this.bench.state;
    act();
    if (this.bench.state.cver < cver) throw new Error('cver fell');
    for (const effect of this.bench.effects) this.#watch(effect);
    this.#check();
  }

  enter(user: string, known: Member | undefined): void {
    if (this.bench.state.phase === 'closed') return;
    const socketId = `socket-${user}-${++this.#tsx}`;
    const tsxId = `E${this.#tsx}`;
    this.step(() => {
      const member = this.bench.enter(user, {
        socketId,
        tsxId,
        sessId: known?.sessId,
        role: user === 'dave' ? Role.Audience : Role.Talker,
        res: user === 'alice' ? { caps: ['rebuild'] } : undefined,
      });
      this.replicas.set(socketId, new Replica(member.id));
      this.open.set(tsxId, member.id);
    });
  }

  request(member: Member, message: WireMessage): void {
    const tsxId = `R${++this.#tsx}`;
    this.step(() => {
      this.open.set(tsxId, member.id);
      this.bench.feed({ kind: 'frame', memberId: member.id, message: { sessId: member.sessId, ...message, tsxId } });
    });
  }

  answerEngine(index: number, ok: boolean): void {
    const [asked] = this.engine.splice(index % Math.max(1, this.engine.length), 1);
    if (asked === undefined) return;
    const { transportId, sourceId } = asked.request;
    const failure = { ok: false, reason: 'codec-unsupported', message: 'no' } as const;
    const media = { answer: 'v=0', candidates: [], kinds: { audio: true, video: true }, videoCodec: 'VP8' };
    this.step(() => {
      const result = ok ? ({ ok: true, answer: media } as const) : failure;
      if (asked.kind === 'publish') this.bench.feed({ kind: 'published', transportId, sourceId, result });
      else this.bench.feed({ kind: 'subscribed', transportId, result });
    });
  }

  #watch(effect: Effect): void {
    if (effect.kind === 'publish' || effect.kind === 'subscribe') this.engine.push(effect);
    if (effect.kind !== 'send') return;
    const replica = this.replicas.get(effect.socketId);
    if (replica === undefined) throw new Error('a frame for a socket that is not there');
    const { frame } = effect;
    const member = this.bench.state.members.get(replica.memId);
    if (member !== undefined && frame.sessId !== member.sessId) throw new Error('not the recipient’s session (T8)');
    if (frame.sessId === undefined) throw new Error('a frame without session');
    if (frame.op === Op.Response && !this.open.delete(String(frame.tsxId))) {
      throw new Error(`answered twice, or unasked: ${JSON.stringify(frame)}`);
    }
    replica.take(frame);
  }

  #check(): void {
    const { members, streams, channels, phase } = this.bench.state;
    if (phase === 'closed' && members.size > 0) throw new Error('members outlived their conference');
    for (const stream of streams.values()) {
      if (!members.has(stream.memId)) throw new Error('a stream without member');
      if (stream.phase === 'live' && stream.vcodes.length === 0) throw new Error('video without vcodes (T4)');
    }
    for (const channel of channels.values()) {
      if (!members.has(channel.memberId)) throw new Error('a channel without member');
      if (!streams.has(channel.streamId)) throw new Error('a channel without stream');
      if (channel.phase === 'open' && channel.tsxId !== undefined) throw new Error('open, but not answered');
      if (channel.phase !== 'open' && channel.tsxId === undefined) throw new Error('answered, but not open');
    }
  }

  /** At rest every request has its answer and every client the server's picture. */
  finish(): void {
    while (this.engine.length > 0) this.answerEngine(0, true);
    for (const member of this.bench.state.members.values()) {
      if (member.link.state === 'away') {
        this.step(() => this.bench.feed({ kind: 'timer', timer: `member:${member.id}` }));
      }
    }
    for (const stream of this.bench.state.streams.values()) {
      this.step(() => this.bench.feed({ kind: 'timer', timer: `stream:${stream.id}` }));
    }
    const { state } = this.bench;
    for (const [tsxId, memId] of this.open) {
      const isHere = state.members.get(memId)?.link.state === 'online';
      if (isHere && !this.lost.has(memId)) throw new Error(`${tsxId} was never answered (T14)`);
    }
    const lists = wireLists(state);
    for (const member of state.members.values()) {
      if (member.link.state !== 'online') continue;
      const replica = this.replicas.get(member.link.socketId);
      const others = (map: Lists): string =>
        JSON.stringify([...map.values()].filter((entry) => !isOf(entry, member.id)).sort(byId));
      const truth = (list: readonly unknown[]): string =>
        JSON.stringify(list.filter((entry) => !isOf(entry, member.id)).sort(byId));
      if (replica === undefined || others(replica.mems) !== truth(lists.mems))
        throw new Error('another list of members');
      if (others(replica.streams) !== truth(lists.streams)) throw new Error('another list of streams');
    }
  }
}

const idOf = (entry: unknown): string => (entry as { id: string }).id;
const byId = (a: unknown, b: unknown): number => idOf(a).localeCompare(idOf(b));
const isOf = (entry: unknown, memId: string): boolean =>
  idOf(entry) === memId || (entry as { memId?: string }).memId === memId;

const who = fc.constantFrom(...USERS);
const rtcId = fc.constantFrom(...RTC_IDS);
const flag = fc.constantFrom(0, 1);
const pick = fc.nat(20);
const command = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('enter'), who, resume: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop'), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('memberTimer'), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('streamTimer'), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave'), who }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('publish'), who, rtcId, again: fc.option(pick) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('subscribe'), who, rtcId, pick }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('engine'), pick, ok: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('terminate'), who, rtcId, keep: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('control'), who, rtcId, voff: flag, aoff: flag }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change'), who, rtcId, pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sync'), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('workerLost'), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('transportLost'), pick }) },
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

function run(world: World, c: Record<string, unknown> & { do: string }): void {
  const { bench } = world;
  const index = typeof c.pick === 'number' ? c.pick : 0;
  const member = [...bench.state.members.values()].find((entry) => entry.name === `org#app_${String(c.who)}`);
  const id = String(c.rtcId);
  const stream = at(bench.state.streams.keys(), index) ?? 'ST?';
  const channel = at(bench.state.channels.values(), index);
  switch (c.do) {
    case 'enter':
      return member !== undefined && c.resume !== true ? undefined : world.enter(String(c.who), member);
    case 'streamTimer':
      return world.step(() => bench.feed({ kind: 'timer', timer: `stream:${stream}` }));
    case 'engine':
      return world.answerEngine(index, c.ok === true);
    case 'workerLost':
      return world.step(() => bench.feed({ kind: 'workerLost', transportIds: channel ? [channel.transportId] : [] }));
    case 'transportLost':
      return world.step(() => bench.feed({ kind: 'transportLost', transportId: channel?.transportId ?? '' }));
    default:
  }
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
        sdp: offer('VP8'),
        pubS: { type: 0, id: again, rtcId: id },
      });
    }
    case 'subscribe':
      return world.request(member, { op: Op.Init, rtcId: id, sdp: offer('VP8'), subSId: stream });
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
    case 'sync':
      return world.request(member, { op: Op.Sync, cver: index });
    case 'junk': {
      const op = at(Object.values(Op), index + Object.keys(c.message as object).length) ?? 0;
      // Answers and relays have rules of their own about who answers.
      if (op === Op.Response || op === Op.Control) return;
      return world.request(member, { ...(c.message as object), op });
    }
    default:
  }
}

describe('any sequence of operations', () => {
  it('keeps the conference, its answers and every client’s picture in order', () => {
    fc.assert(
      fc.property(fc.array(command as fc.Arbitrary<Command>, { maxLength: 80, size: 'max' }), (commands) => {
        const world = new World();
        for (const user of ['alice', 'bob']) world.enter(user, undefined);
        for (const entry of commands) run(world, entry);
        world.finish();
        expect(world.engine).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});
