import { Op, type WireMessage } from '@lectern/rtc/protocol';
import type { CommandRefusal } from './commands.js';
import type { Effect } from './effects.js';
import { channelKey, type Channel, type ConferenceState, type Connection, type Member, type Stream } from './model.js';

export interface Outcome {
  readonly state: ConferenceState;
  readonly effects: readonly Effect[];
  /** The command was refused. */
  readonly refusal?: CommandRefusal;
}

type Body = Readonly<Record<string, unknown>>;

const replaced = <T>(map: ReadonlyMap<string, T>, key: string, value: T): ReadonlyMap<string, T> =>
  new Map(map).set(key, value);

const without = <T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> => {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
};

/** Collects the next state and the effects of one step; states themselves are immutable. */
export class Step {
  readonly #effects: Effect[] = [];

  constructor(public state: ConferenceState) {}

  get outcome(): Outcome {
    return { state: this.state, effects: this.#effects };
  }

  effect(effect: Effect): void {
    this.#effects.push(effect);
  }

  member(id: string): Member | undefined {
    return this.state.members.get(id);
  }

  channel(memberId: string, rtcId: string): Channel | undefined {
    return this.state.channels.get(channelKey(memberId, rtcId));
  }

  channelOfTransport(transportId: string): Channel | undefined {
    for (const channel of this.state.channels.values()) if (channel.transportId === transportId) return channel;
    return undefined;
  }

  streamsOf(memberId: string): Stream[] {
    return [...this.state.streams.values()].filter((stream) => stream.memId === memberId);
  }

  channelsOf(memberId: string): Channel[] {
    return [...this.state.channels.values()].filter((channel) => channel.memberId === memberId);
  }

  channelsTo(streamId: string): Channel[] {
    return [...this.state.channels.values()].filter((channel) => channel.streamId === streamId);
  }

  patch(change: Partial<ConferenceState>): void {
    this.state = { ...this.state, ...change };
  }

  setMember(member: Member): void {
    this.patch({ members: replaced(this.state.members, member.id, member) });
  }

  dropMember(id: string): void {
    this.patch({ members: without(this.state.members, id) });
  }

  setStream(stream: Stream): void {
    this.patch({ streams: replaced(this.state.streams, stream.id, stream) });
  }

  dropStream(id: string): void {
    this.patch({ streams: without(this.state.streams, id) });
  }

  setChannel(channel: Channel): void {
    this.patch({ channels: replaced(this.state.channels, channelKey(channel.memberId, channel.rtcId), channel) });
  }

  dropChannel(channel: Channel): void {
    this.patch({ channels: without(this.state.channels, channelKey(channel.memberId, channel.rtcId)) });
  }

  connection(memberId: string, trsId: string): Connection | undefined {
    return this.state.connections.get(channelKey(memberId, trsId));
  }

  setConnection(connection: Connection): void {
    const key = channelKey(connection.memberId, connection.trsId);
    this.patch({ connections: replaced(this.state.connections, key, connection) });
  }

  dropConnection({ memberId, trsId }: Connection): void {
    this.patch({ connections: without(this.state.connections, channelKey(memberId, trsId)) });
  }

  /** Channels that a connection carries. */
  carriedBy({ memberId, trsId }: Connection): Channel[] {
    return this.channelsOf(memberId).filter(({ shared }) => shared?.trsId === trsId);
  }

  /** Adopts the outcome of a part of this step that began with its state. */
  adopt({ state, effects }: Outcome): void {
    this.state = state;
    this.#effects.push(...effects);
  }

  newTransportId(): string {
    const id = `${this.state.id}:${this.state.nextTransport}`;
    this.patch({ nextTransport: this.state.nextTransport + 1 });
    return id;
  }

  /** Answers a request; does nothing when it expects no answer or its sender has no socket now. */
  reply(memberId: string, tsxId: string | undefined, result: number, body: Body = {}): void {
    if (tsxId === undefined) return;
    this.push(memberId, { op: Op.Response, tsxId, result, ...body });
  }

  /** Sends to one member, with the recipient's own session id (trap T8). A member that is away gets nothing. */
  push(memberId: string, message: WireMessage): void {
    const member = this.member(memberId);
    if (member?.link.state !== 'online') return;
    this.effect({
      kind: 'send',
      socketId: member.link.socketId,
      frame: { ...message, sessId: member.sessId },
    });
  }

  /** Raises the version for a change that only complete lists carry (op 1000). */
  touchLists(): void {
    const cver = this.state.cver + 1;
    this.patch({ cver, listsChangedAt: cver });
  }

  /** Raises the conference version and sends the message to all members but `exceptId`. */
  announce(message: WireMessage, exceptId?: string): void {
    this.patch({ cver: this.state.cver + 1 });
    for (const member of this.state.members.values()) {
      if (member.id !== exceptId) this.push(member.id, { ...message, cver: this.state.cver });
    }
  }
}
