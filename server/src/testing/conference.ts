import { ConferenceType, Op, Role, type WireMessage } from '@lectern/rtc/protocol';
import type { Command, CommandRefusal } from '../conference/commands.js';
import type { ConferenceContext, ConferenceLimits } from '../conference/context.js';
import type { Effect, EffectKind } from '../conference/effects.js';
import {
  newConference,
  type ConferenceConfig,
  type ConferenceState,
  type Member,
  type TicketGrant,
} from '../conference/model.js';
import type { EnterInput } from '../conference/ops/enter.js';
import { reduce, type Input } from '../conference/reduce.js';
import { offer } from './harness.js';

type Send = Extract<Effect, { kind: 'send' }>;

/** Start time of conference tests, in milliseconds since the epoch. */
export const NOW = 1_800_000_000_000;

/** Timings of the tests, in milliseconds. */
export const TIMINGS = {
  retentionMs: 86_400_000,
  reapMs: 120_000,
  memberGraceMs: 45_000,
  streamGraceMs: 10_000,
  codecSwitchMs: 5_000,
};

export function testContext(): ConferenceContext {
  let counter = 0;
  return {
    limits: {
      maxMembers: 5,
      maxTalkers: 10,
      maxAudience: 10,
      maxVideoPublishers: 5,
      maxDesktopPublishers: 2,
      maxSessionsPerUser: 3,
      maxStreamsPerMember: 3,
      maxChannelsPerMember: 6,
      maxOwnConferences: 10,
    },
    timings: TIMINGS,
    recordRight: 'talker',
    sessions: {
      issue: (conference, name, member) => `${member}.${conference}.${name}`,
      memberOf: (sessId, conference, name) =>
        sessId.endsWith(`.${conference}.${name}`) ? sessId.split('.')[0] : undefined,
    },
    now: () => NOW,
    newId: (prefix) => `${prefix}${++counter}`,
    roleToken: (conference, name) => `role ${conference} ${name}`,
  };
}

/** A conference without sockets, engine or time: feeds inputs and collects the results. */
export class Bench {
  readonly context: ConferenceContext;
  state: ConferenceState;
  /** Effects of the last input. */
  effects: readonly Effect[] = [];
  /** Reason for which the last command was refused. */
  refusal: CommandRefusal | undefined;
  #tsx = 0;

  constructor(
    creator = 'org#app_alice',
    type: ConferenceType = ConferenceType.Communication,
    limits: Partial<ConferenceLimits> = {},
    config: ConferenceConfig = {},
  ) {
    const context = testContext();
    this.context = { ...context, limits: { ...context.limits, ...limits } };
    this.state = newConference({
      id: 'LC1',
      type,
      config,
      creator,
      videoCodecs: ['VP8', 'H264'],
      roles: new Map(),
    });
  }

  feed(input: Input): readonly Effect[] {
    const outcome = reduce(this.state, input, this.context);
    this.state = outcome.state;
    this.effects = outcome.effects;
    this.refusal = outcome.refusal;
    return this.effects;
  }

  of<K extends EffectKind>(kind: K): Extract<Effect, { kind: K }>[] {
    return this.effects.filter((effect): effect is Extract<Effect, { kind: K }> => effect.kind === kind);
  }

  /** Frames that the last input sent to a member. */
  sentTo(member: Member | string): WireMessage[] {
    const id = typeof member === 'string' ? member : member.id;
    const link = this.state.members.get(id)?.link;
    const socketId = link?.state === 'online' ? link.socketId : typeof member === 'string' ? member : '';
    return this.of('send')
      .filter((effect: Send) => effect.socketId === socketId)
      .map((effect) => effect.frame);
  }

  enter(
    user: string,
    more: Partial<EnterInput> & { role?: Role; tktId?: string; kicks?: number; grant?: TicketGrant } = {},
  ): Member {
    const { role = Role.Talker, tktId = `T${++this.#tsx}`, kicks = 0, grant, ...input } = more;
    this.feed({
      kind: 'enter',
      socketId: `socket-${user}`,
      tsxId: `MSG${++this.#tsx}`,
      ticket: { confrId: 'LC1', memName: `org#app_${user}`, tktId, role, kicks, expiresAt: 0, ...(grant && { grant }) },
      isExpired: false,
      sessId: undefined,
      nickName: user,
      ext: undefined,
      res: undefined,
      ip: '127.0.0.1',
      ...input,
    });
    const found = [...this.state.members.values()].findLast((member) => member.name === `org#app_${user}`);
    if (found === undefined) throw new Error(`${user} did not get in: ${JSON.stringify(this.effects)}`);
    return found;
  }

  /** Sends a frame of a member, with its session and a transaction id; the answer is in `answer`. */
  frame(member: Member, message: WireMessage): WireMessage | undefined {
    const tsxId = message.tsxId ?? `MSG${++this.#tsx}`;
    this.feed({ kind: 'frame', memberId: member.id, message: { sessId: member.sessId, tsxId, ...message } });
    return this.of('send').find(({ frame }) => frame.op === Op.Response && frame.tsxId === tsxId)?.frame;
  }

  /** A command of a user, by REST; returns the reason of a refusal. */
  command(user: string, command: Command): CommandRefusal | undefined {
    this.feed({ kind: 'command', by: `org#app_${user}`, command });
    return this.refusal;
  }

  /** Publishes and lets the engine answer at once; returns the stream id. */
  publish(member: Member, more: Record<string, unknown> = {}, rtcId = 'RTC0'): string {
    this.frame(member, { op: Op.Init, rtcId, cctx: '_i_1', sdp: offer('VP8'), pubS: { type: 0, ...more } });
    return this.answerPublish();
  }

  /** The engine accepts the publication that the last input requested. */
  answerPublish({ audio = true, videoCodec = 'VP8' } = {}): string {
    const [asked] = this.of('publish');
    if (asked === undefined) throw new Error(`no publication was asked for: ${JSON.stringify(this.effects)}`);
    const { transportId, sourceId } = asked.request;
    this.feed({
      kind: 'published',
      transportId,
      sourceId,
      result: {
        ok: true,
        answer: { answer: 'v=0', candidates: [], kinds: { audio, video: true }, videoCodec },
      },
    });
    return sourceId;
  }

  /** Subscribes and lets the engine answer at once; returns the transport id. */
  subscribe(member: Member, streamId: string, rtcId = 'RTC2'): string {
    this.frame(member, { op: Op.Init, rtcId, cctx: '_i_3', sdp: offer('VP8'), subSId: streamId });
    return this.answerSubscribe();
  }

  answerSubscribe(): string {
    const [asked] = this.of('subscribe');
    if (asked === undefined) throw new Error(`no subscription was asked for: ${JSON.stringify(this.effects)}`);
    const { transportId } = asked.request;
    this.feed({ kind: 'subscribed', transportId, result: { ok: true, answer: { answer: 'v=0', candidates: [] } } });
    return transportId;
  }

  now(member: Member): Member {
    const current = this.state.members.get(member.id);
    if (current === undefined) throw new Error(`${member.name} is not in the conference`);
    return current;
  }
}
