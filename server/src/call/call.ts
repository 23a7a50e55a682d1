import { ConferenceEndReason, OtherDevice, StatusCode, type Meta, NameSpace } from '@lectern/rtc/im-protocol';
import { Op } from '@lectern/rtc/protocol';
import type { Clock } from '@lectern/kit/clock';
import { userJid, type ImDevice, type ImRefusal } from '../im/index.js';
import { END_WORDS, writeCall, type CallMessage } from './content.js';
import { Mailbox } from './mailbox.js';
import { RetainedMessages, stateKeyOf } from './retained.js';
import type { CallFacts } from './route-keys.js';
import { CALL_TRANSITIONS, type CallEvent, type CallState } from './states.js';

/** Time for which the caller's device may be away while the call rings. */
const RING_GRACE_MS = 10_000;
/** Time for which an ended call is remembered, for devices that were away when it ended. */
const LINGER_MS = 60_000;
/**
 * Idle time after which a call without an offer, or a resumed call, is forgotten; its routing key proves it after that.
 */
const IDLE_MS = 180_000;

export interface CallTimings {
  /** Ringing time without an answer. */
  readonly ringMs: number;
  /** Time for which a device may be away from an accepted call. */
  readonly graceMs: number;
}

export interface CallPorts {
  readonly clock: Clock;
  readonly timings: CallTimings;
  devicesOf(appKey: string, user: string): readonly ImDevice[];
  nextId(): bigint;
  /** The call has expired and can be deleted. */
  forget(): void;
}

/** Id and time of a message, as returned to its sender. */
export interface Stamp {
  readonly id: bigint;
  readonly sentAt: number;
}

type Side = 'caller' | 'callee';

const otherSide = (side: Side): Side => (side === 'caller' ? 'callee' : 'caller');

interface Party {
  readonly user: string;
  /** The device in the call; undefined as long as several may be. */
  resource: string | undefined;
  stopGrace: () => void;
}

export interface CallBeginning {
  readonly facts: CallFacts;
  readonly routeKey: string;
  readonly type: number;
  /** Device of the caller; absent where the call is resumed. */
  readonly callerDevice?: string;
}

/** Refusals that concern one device only: the callee can still answer on another. */
const OF_ONE_DEVICE: ReadonlySet<number> = new Set<number>([
  ConferenceEndReason.Busy,
  ConferenceEndReason.Fail,
  ConferenceEndReason.Unsupported,
]);

const IS_PING: ReadonlySet<number> = new Set<number>([Op.Ping, Op.Pong]);

interface Farewell {
  readonly content: object;
  readonly endReason: number;
}

const farewell = (endReason: number, content: object = {}): Farewell => ({
  content: { reason: END_WORDS[endReason], ...content },
  endReason,
});

/** Another device of the same user answered first. */
const BEATEN = farewell(ConferenceEndReason.Hangup, OtherDevice);

const refused = (reason: string): ImRefusal => ({ errorCode: StatusCode.Fail, reason });
const nothing = (): void => undefined;

/**
 * One call: routes messages between the devices of both sides. Payloads are relayed unread, except offer, answer and
 * end.
 */
export class RelayedCall {
  readonly facts: CallFacts;
  readonly #routeKey: string;
  readonly #type: number;
  readonly #ports: CallPorts;
  readonly #parties: Readonly<Record<Side, Party>>;
  readonly #ringing = new Set<string>();
  /** The offer and the messages after it, for devices that connect later. */
  #said = new Mailbox();
  readonly #mailboxes = new Map<string, Mailbox>();
  /** By receiving side; filled once the call is accepted, or resumed. */
  readonly #retained: Readonly<Record<Side, RetainedMessages>> = {
    caller: new RetainedMessages(),
    callee: new RetainedMessages(),
  };
  #rtcId: unknown;
  #state: CallState;
  #stopTimer = nothing;

  constructor({ facts, routeKey, type, callerDevice }: CallBeginning, ports: CallPorts) {
    this.facts = facts;
    this.#routeKey = routeKey;
    this.#type = type;
    this.#ports = ports;
    this.#state = callerDevice === undefined ? 'resumed' : 'requested';
    this.#parties = {
      caller: { user: facts.caller, resource: callerDevice, stopGrace: nothing },
      callee: { user: facts.callee, resource: undefined, stopGrace: nothing },
    };
    this.#after(IDLE_MS, () => this.#forget());
  }

  get state(): CallState {
    return this.#state;
  }

  get routeKey(): string {
    return this.#routeKey;
  }

  /** Handles a message from a device of either side; a message that is not allowed is refused and not relayed. */
  speak(device: ImDevice, message: CallMessage, stamp: Stamp): ImRefusal | undefined {
    const side: Side = device.user === this.facts.caller ? 'caller' : 'callee';
    const party = this.#parties[side];
    if (this.#state === 'ended') return this.#afterTheEnd(side, device, message);
    if (this.#state === 'resumed') {
      this.#after(IDLE_MS, () => this.#forget());
      if (side === 'caller') party.resource ??= device.resource;
    }
    if (party.resource !== undefined && party.resource !== device.resource) {
      if (side === 'caller') return refused('the call is made from another device');
      if (message.isFinal) this.#tell(side, device.resource, BEATEN);
      return undefined;
    }
    switch (message.op) {
      case Op.Init:
        return this.#offered(side, message, stamp);
      case Op.Accept:
      case Op.Answer:
        return this.#answered(side, device, message, stamp);
      case Op.Terminate:
        return this.#terminated(side, device, message, stamp);
      default:
    }
    const meta = this.#metaOf(side, device.resource, message.payload, stamp);
    if (this.#state === 'ringing' && side === 'caller' && message.op === Op.Candidates) this.#said.put(meta);
    this.#toOther(side, message, meta);
    return undefined;
  }

  /** A device of one of the sides connected, for the first time or again. */
  came(device: ImDevice): void {
    for (const side of ['caller', 'callee'] as const) {
      const party = this.#parties[side];
      if (party.user !== device.user) continue;
      if (party.resource === device.resource) party.stopGrace();
      const mailbox = this.#mailboxes.get(`${side} ${device.resource}`);
      this.#mailboxes.delete(`${side} ${device.resource}`);
      if (side === 'callee' && this.#state === 'ringing') this.#ring(device);
      else this.#catchUp(side, device, mailbox?.items ?? []);
    }
  }

  /** A device of one of the sides disconnected, perhaps temporarily. */
  gone(device: ImDevice): void {
    const { graceMs } = this.#ports.timings;
    for (const side of ['caller', 'callee'] as const) {
      const party = this.#parties[side];
      if (this.#state === 'ended' || party.user !== device.user || party.resource !== device.resource) continue;
      party.stopGrace();
      party.stopGrace = this.#ports.clock.after(this.#isTalking ? graceMs : Math.min(graceMs, RING_GRACE_MS), () =>
        this.#endFor(ConferenceEndReason.Offline),
      );
    }
  }

  /** Cancels all timers. */
  close(): void {
    this.#stopTimer();
    for (const party of Object.values(this.#parties)) party.stopGrace();
  }

  #offered(side: Side, message: CallMessage, stamp: Stamp): ImRefusal | undefined {
    if (side === 'callee') return refused('only the caller offers');
    // Repeated over a new connection: the offer is known already.
    if (!this.#take('offer')) return undefined;
    this.#rtcId = message.rtcId;
    this.#said.put(this.#metaOf(side, this.#parties.caller.resource, message.payload, stamp));
    this.#after(this.#ports.timings.ringMs, () => this.#endFor(ConferenceEndReason.Noresponse));
    for (const device of this.#devicesOf('callee')) this.#ring(device);
    return undefined;
  }

  #ring(device: ImDevice): void {
    this.#ringing.add(device.resource);
    device.push(this.#said.items);
  }

  #answered(side: Side, device: ImDevice, message: CallMessage, stamp: Stamp): ImRefusal | undefined {
    if (side === 'caller') return refused('only the callee answers');
    if (this.#state === 'requested') return refused('nothing was offered yet');
    if (message.isFinal && this.#take('accept')) {
      this.#stopTimer();
      this.#parties.callee.resource = device.resource;
      this.#silence(device.resource);
    }
    this.#toOther(side, message, this.#metaOf(side, device.resource, message.payload, stamp));
    return undefined;
  }

  #terminated(side: Side, device: ImDevice, message: CallMessage, stamp: Stamp): ImRefusal | undefined {
    if (this.#state === 'ringing' && side === 'callee' && OF_ONE_DEVICE.has(message.endReason)) {
      this.#ringing.delete(device.resource);
      if (this.#devicesOf(side).some(({ resource }) => this.#ringing.has(resource))) return undefined;
    }
    // The callee's devices do not know a call that was not offered.
    if (this.#state !== 'requested') {
      this.#toOther(side, message, this.#metaOf(side, device.resource, message.payload, stamp));
      if (side === 'callee' && this.#state !== 'accepted') this.#silence(device.resource);
    }
    this.#end();
    return undefined;
  }

  /** A device that answers or offers after the end may have missed it. */
  #afterTheEnd(side: Side, device: ImDevice, message: CallMessage): undefined {
    if (message.op === Op.Init || message.isFinal) {
      this.#tell(side, device.resource, farewell(ConferenceEndReason.Hangup));
    }
  }

  /** Stops the ringing of the callee's other devices once one has answered or declined. */
  #silence(decided: string): void {
    const ringing = this.#ringing.size > 0 ? [...this.#ringing] : this.#onlineOf('callee');
    for (const resource of ringing) if (resource !== decided) this.#tell('callee', resource, BEATEN);
    this.#ringing.clear();
  }

  /** Ends the call by the server, for all remaining devices. */
  #endFor(reason: number): void {
    const isOffered = this.#state !== 'requested';
    for (const side of isOffered ? (['caller', 'callee'] as const) : (['caller'] as const)) {
      const meta = this.#farewellTo(side, farewell(reason));
      const resources = this.#resourcesOf(side);
      for (const resource of resources) this.#deliver(side, resource, meta);
      if (this.#isTalking) this.#retained[side].put(meta, 'end', resources);
    }
    this.#end();
  }

  #end(): void {
    if (!this.#take('end')) return;
    this.close();
    this.#ringing.clear();
    this.#said = new Mailbox();
    this.#after(LINGER_MS, () => this.#forget());
  }

  #forget(): void {
    this.close();
    this.#ports.forget();
  }

  #take(event: CallEvent): boolean {
    const next = CALL_TRANSITIONS[this.#state][event];
    if (next !== undefined) this.#state = next;
    return next !== undefined;
  }

  /** One timer at a time. */
  #after(delayMs: number, callback: () => void): void {
    this.#stopTimer();
    this.#stopTimer = this.#ports.clock.after(delayMs, callback);
  }

  #devicesOf(side: Side): readonly ImDevice[] {
    return this.#ports.devicesOf(this.facts.appKey, this.#parties[side].user);
  }

  /** The participating devices: the one in the call, those that ring, or all where that is unknown. */
  #resourcesOf(side: Side): readonly string[] {
    const { resource } = this.#parties[side];
    if (resource !== undefined) return [resource];
    return side === 'callee' && this.#state === 'ringing' ? [...this.#ringing] : this.#onlineOf(side);
  }

  #onlineOf(side: Side): readonly string[] {
    return this.#devicesOf(side).map(({ resource }) => resource);
  }

  #toOther(side: Side, message: CallMessage, meta: Meta): void {
    if (this.#state === 'requested') return;
    const other = otherSide(side);
    const resources = this.#resourcesOf(other);
    for (const resource of resources) this.#deliver(other, resource, meta);
    if (!this.#isTalking) return;
    const stateKey = stateKeyOf(message);
    // After a restart the device of the call may log in later than the first message to it; a ping would be outdated by
    // then.
    const isUnclaimed = this.#parties[other].resource === undefined && !IS_PING.has(message.op);
    if (stateKey !== undefined || isUnclaimed) this.#retained[other].put(meta, stateKey, resources);
  }

  /** The device may be in the call, and receives the messages it missed, in the order of sending, each once. */
  #catchUp(side: Side, device: ImDevice, waiting: readonly Meta[]): void {
    const { resource = device.resource } = this.#parties[side];
    const retained = resource === device.resource ? this.#retained[side].take(resource) : [];
    const missed = new Map([...retained, ...waiting].map((meta) => [BigInt(meta.id ?? 0), meta]));
    if (missed.size === 0) return;
    device.push([...missed].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, meta]) => meta));
  }

  get #isTalking(): boolean {
    return this.#state === 'accepted' || this.#state === 'resumed';
  }

  /** Sends a message in the name of the other side. */
  #tell(side: Side, resource: string, words: Farewell): void {
    this.#deliver(side, resource, this.#farewellTo(side, words));
  }

  #farewellTo(side: Side, { content, endReason }: Farewell): Meta {
    const from = this.#parties[otherSide(side)].user;
    const stamp = { id: this.#ports.nextId(), sentAt: this.#ports.clock.now() };
    const { sessId } = this.facts;
    const more = { sessId, ...(this.#rtcId !== undefined && { rtcId: this.#rtcId }), tsxId: String(stamp.id) };
    const payload = writeCall(
      { op: Op.Terminate, ...content, ...more },
      { call: this.facts, from, type: this.#type, routeKey: this.#routeKey, endReason },
    );
    return this.#metaOf(otherSide(side), undefined, payload, stamp);
  }

  #deliver(side: Side, resource: string, meta: Meta): void {
    const device = this.#devicesOf(side).find((each) => each.resource === resource);
    if (device) return device.push([meta]);
    const key = `${side} ${resource}`;
    const mailbox = this.#mailboxes.get(key) ?? new Mailbox();
    this.#mailboxes.set(key, mailbox);
    mailbox.put(meta);
  }

  #metaOf(side: Side, resource: string | undefined, payload: Uint8Array, { id, sentAt }: Stamp): Meta {
    const { appKey } = this.facts;
    const from = userJid(appKey, this.#parties[side].user);
    return {
      id: String(id),
      from: { ...from, ...(resource !== undefined && { clientResource: resource }) },
      to: userJid(appKey, this.#parties[otherSide(side)].user),
      timestamp: String(sentAt),
      ns: NameSpace.Conference,
      payload,
    };
  }
}
