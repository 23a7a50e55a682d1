import { Op, Role, type ConferenceType, type WireMessage } from '@lectern/rtc/protocol';
import { codecsOfOffer } from '../conference/codecs.js';
import type { Command } from '../conference/commands.js';
import type { Effect } from '../conference/effects.js';
import { forwardedKinds, isMuted } from '../conference/flags.js';
import type { ConferenceState, Member } from '../conference/model.js';
import { wireLists } from '../conference/wire.js';
import type { MediaKinds } from '../media/engine.js';
import { Bench } from './conference.js';

type Lists = Map<string, unknown>;

/** State of a client derived from its messages; throws where a deployed client would. */
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

/** A conference with its clients, which check every message. */
export class World {
  readonly bench: Bench;
  readonly replicas = new Map<string, Replica>();
  /** Requests without an answer: transaction → member id. */
  readonly open = new Map<string, string>();
  readonly engine: Extract<Effect, { kind: 'publish' | 'subscribe' }>[] = [];
  readonly lost = new Set<string>();
  /** Requests that another member may answer, or that stay unanswered. */
  readonly relayed = new Set<string>();
  /** Latest instruction to the engine about forwarding of a source. */
  readonly #forwarded = new Map<string, MediaKinds>();
  #isLed = false;
  #tsx = 0;

  constructor(type?: ConferenceType) {
    this.bench = new Bench('org#app_alice', type, { maxVideoPublishers: 2, maxDesktopPublishers: 1 });
  }

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
        kicks: this.bench.state.kicks.get(`org#app_${user}`) ?? 0,
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

  /** Like {@link request}, for requests that another member may answer, or that stay unanswered. */
  relay(member: Member, message: WireMessage): void {
    const tsxId = `A${++this.#tsx}`;
    this.relayed.add(tsxId);
    this.step(() =>
      this.bench.feed({ kind: 'frame', memberId: member.id, message: { sessId: member.sessId, ...message, tsxId } }),
    );
  }

  /** A command by REST; only those of admins are executed, and a refused one changes nothing. */
  command(user: string, command: Command): void {
    const before = this.bench.state;
    const name = `org#app_${user}`;
    const present = [...before.members.values()].filter((member) => member.name === name);
    const isAdmin = present.length > 0 ? present.some(({ role }) => role === Role.Admin) : isAbsentAdmin(before, name);
    this.step(() => {
      const refusal = this.bench.command(user, command);
      if (refusal !== undefined && this.bench.state !== before) throw new Error('a refused command changed something');
      if (refusal === undefined && !isAdmin && before.phase !== 'closed') throw new Error(`${user} is no admin`);
    });
  }

  answerEngine(index: number, ok: boolean): void {
    const [asked] = this.engine.splice(index % Math.max(1, this.engine.length), 1);
    if (asked === undefined) return;
    const { transportId, sourceId } = asked.request;
    const failure = { ok: false, reason: 'codec-unsupported', message: 'no' } as const;
    const allowed = asked.kind === 'publish' ? asked.request.videoCodecs : [];
    const videoCodec = codecsOfOffer(asked.request.offer).find((codec) => allowed.includes(codec)) ?? 'VP8';
    const media = { answer: 'v=0', candidates: [], kinds: { audio: true, video: true }, videoCodec };
    this.step(() => {
      const result = ok ? ({ ok: true, answer: media } as const) : failure;
      if (asked.kind === 'publish') this.bench.feed({ kind: 'published', transportId, sourceId, result });
      else this.bench.feed({ kind: 'subscribed', transportId, result });
    });
  }

  #watch(effect: Effect): void {
    if (effect.kind === 'forwarded') this.#forwarded.set(effect.sourceId, effect.forwarded);
    if (effect.kind === 'publish' || effect.kind === 'subscribe') this.engine.push(effect);
    if (effect.kind !== 'send') return;
    const replica = this.replicas.get(effect.socketId);
    if (replica === undefined) throw new Error('a frame for a socket that is not there');
    const { frame } = effect;
    const member = this.bench.state.members.get(replica.memId);
    if (member !== undefined && frame.sessId !== member.sessId) throw new Error('not the recipient’s session (T8)');
    const isFarewell = frame.op === Op.Response || frame.op === Op.CloseConference || frame.memId === replica.memId;
    if (member === undefined && !isFarewell) throw new Error(`a stranger was sent op ${frame.op}`);
    if (frame.sessId === undefined) throw new Error('a frame without session');
    if (
      frame.op === Op.Response &&
      !this.open.delete(String(frame.tsxId)) &&
      !this.relayed.delete(String(frame.tsxId))
    ) {
      throw new Error(`answered twice, or unasked: ${JSON.stringify(frame)}`);
    }
    replica.take(frame);
  }

  #check(): void {
    const { state } = this.bench;
    const { members, streams, channels, phase } = state;
    const all = [...members.values()];
    const isLed = all.some(({ role }) => role === Role.Admin);
    if (this.#isLed && !isLed && all.some(({ role }) => role !== Role.Audience)) throw new Error('nobody leads on');
    this.#isLed = isLed;
    if (all.some((member) => member.isSilent && member.role !== Role.Audience)) throw new Error('a silent talker');
    if (phase === 'closed' && members.size > 0) throw new Error('members outlived their conference');
    for (const stream of streams.values()) {
      if (!members.has(stream.memId)) throw new Error('a stream without member');
      const owner = members.get(stream.memId);
      if (owner?.role === Role.Audience) throw new Error('audience publishes');
      const forwarded = this.#forwarded.get(stream.id);
      if (stream.phase === 'live' && JSON.stringify(forwarded) !== JSON.stringify(forwardedKinds(state, stream))) {
        throw new Error('the engine forwards something else');
      }
      if (stream.phase === 'live' && owner && isMuted(state, owner) && forwarded?.audio !== false) {
        throw new Error('a muted member is heard');
      }
      if (stream.phase === 'live' && stream.vcodes.length === 0) throw new Error('video without vcodes (T4)');
    }
    for (const channel of channels.values()) {
      if (!members.has(channel.memberId)) throw new Error('a channel without member');
      if (channel.streamId !== '0' && !streams.has(channel.streamId)) throw new Error('a channel without stream');
      if (channel.phase === 'open' && channel.tsxId !== undefined) throw new Error('open, but not answered');
      if (channel.phase !== 'open' && channel.tsxId === undefined) throw new Error('answered, but not open');
    }
  }

  /** At rest every request has its answer and the state of every client equals the server's. */
  finish(): void {
    for (const stream of this.bench.state.streams.values()) {
      this.step(() => this.bench.feed({ kind: 'timer', timer: `codec:${stream.id}` }));
    }
    while (this.engine.length > 0) this.answerEngine(0, true);
    for (const member of this.bench.state.members.values()) {
      if (member.link.state === 'away') {
        this.step(() => this.bench.feed({ kind: 'timer', timer: `member:${member.id}` }));
      }
    }
    for (const stream of this.bench.state.streams.values()) {
      this.step(() => this.bench.feed({ kind: 'timer', timer: `stream:${stream.id}` }));
    }
    // Changes that only the lists carry arrive with the next of them.
    for (const member of this.bench.state.members.values()) {
      const replica = member.link.state === 'online' ? this.replicas.get(member.link.socketId) : undefined;
      if (replica !== undefined) this.request(member, { op: Op.Sync, cver: replica.cver });
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

/** An absent user has the role that was decided for it; the creator begins as admin. */
const isAbsentAdmin = ({ roles, creator }: ConferenceState, name: string): boolean =>
  (roles.get(name) ?? (name === creator ? Role.Admin : undefined)) === Role.Admin;

const idOf = (entry: unknown): string => (entry as { id: string }).id;
const byId = (a: unknown, b: unknown): number => idOf(a).localeCompare(idOf(b));
const isOf = (entry: unknown, memId: string): boolean =>
  idOf(entry) === memId || (entry as { memId?: string }).memId === memId;
