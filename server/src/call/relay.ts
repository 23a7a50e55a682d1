import { NameSpace, StatusCode, StatusReason, type Meta } from '@lectern/rtc/im-protocol';
import { Op } from '@lectern/rtc/protocol';
import { randomBytes } from 'node:crypto';
import { USER_NAME_PATTERN } from '../auth/identity.js';
import type { Signer } from '../auth/signer.js';
import type { Clock } from '@lectern/kit/clock';
import { userJid, type ImDevice, type ImHub, type ImOutcome, type ImRefusal, type ImRoutes } from '../im/index.js';
import { TokenBucket } from '@lectern/kit/rate-limits';
import type { RelayServers } from '../turn/relay-servers.js';
import { RelayedCall, type CallTimings, type Stamp } from './call.js';
import { readCall, writeCall, type CallMessage } from './content.js';
import { RouteKeys, type CallFacts } from './route-keys.js';

export interface CallRelayPorts {
  readonly clock: Clock;
  readonly signer: Signer;
  readonly routes: ImRoutes;
  readonly hub: ImHub;
  /** TURN servers; none where absent. */
  readonly relays: RelayServers | undefined;
  readonly timings: CallTimings;
  nextId(): bigint;
  isUser(appKey: string, name: string): Promise<boolean>;
}

/** A client that calls an offline user repeats its request every 2 s (spec §9). */
const CALLS_PER_SECOND = 1;
const CALL_BURST = 20;
/** Limit of open calls of one user. */
const MAX_OPEN_CALLS = 10;
/** Interval at which users without recent calls are removed. */
const SWEEP_INTERVAL_MS = 60_000;
const SESS_ID_BYTES = 9;

const keyOf = (appKey: string, sessionId: string, caller: string, callee: string): string =>
  JSON.stringify([appKey, sessionId, ...[caller, callee].sort()]);
const userKeyOf = (appKey: string, user: string): string => `${appKey} ${user}`;

/** Refusal for a user who exceeds the rate limit of calls. */
const tooFast: ImRefusal = { errorCode: StatusCode.PermissionDenied, reason: StatusReason.TooFast };

/** Refusal of a call that is to be recorded: its media do not pass the server. */
const notRecorded: ImRefusal = {
  errorCode: StatusCode.WrongParameter,
  reason: 'calls are not recorded here; call without rec and recMerge',
};

/** One-to-one calls over instant messaging: answers requests for calls, and relays the messages of the two sides. */
export class CallRelay {
  readonly #ports: CallRelayPorts;
  readonly #keys: RouteKeys;
  readonly #calls = new Map<string, RelayedCall>();
  readonly #byUser = new Map<string, Set<RelayedCall>>();
  readonly #rates = new Map<string, TokenBucket>();
  #sweptAt = 0;

  constructor(ports: CallRelayPorts) {
    this.#ports = ports;
    this.#keys = new RouteKeys(ports.signer, ports.clock);
    ports.routes.register({ ns: NameSpace.Conference }, (device, meta) => this.#take(device, meta));
    ports.hub.watch({
      // Notified once its login is answered: deployed clients ignore messages before that.
      came: (device) => queueMicrotask(() => this.#each(device, (call) => call.came(device))),
      gone: (device) => this.#each(device, (call) => call.gone(device)),
    });
  }

  /** Number of calls in memory. */
  get size(): number {
    return this.#calls.size;
  }

  /** Cancels all timers; no device is notified. */
  close(): void {
    for (const call of this.#calls.values()) call.close();
    this.#calls.clear();
    this.#byUser.clear();
  }

  #take(device: ImDevice, { to, payload = new Uint8Array() }: Meta): ImOutcome | Promise<ImOutcome> {
    const { appKey, user } = device;
    const callee = to?.name ?? '';
    if (!USER_NAME_PATTERN.test(callee) || (to?.appKey ?? appKey) !== appKey) {
      return { errorCode: StatusCode.Fail, reason: StatusReason.UserNotFound };
    }
    if (callee === user) return { errorCode: StatusCode.WrongParameter, reason: 'nobody can call themselves' };
    const message = readCall(payload);
    if ('errorCode' in message) return message;
    if (message.op === Op.RequestP2pCall) return this.#request(device, callee, message);
    const stamp = this.#stamp();
    const call = this.#callOf(device, callee, message);
    if (!(call instanceof RelayedCall)) return call;
    return call.speak(device, message, stamp) ?? stamp;
  }

  #stamp(): Stamp {
    return { id: this.#ports.nextId(), sentAt: this.#ports.clock.now() };
  }

  async #request(device: ImDevice, callee: string, message: CallMessage): Promise<ImOutcome> {
    const { appKey, user: caller } = device;
    if (!this.#mayCall(appKey, caller)) return tooFast;
    const { sessionId } = message;
    const isOnline = this.#ports.hub.devicesOf(appKey, callee).length > 0;
    const isUser = isOnline || (await this.#ports.isUser(appKey, callee));
    const known = this.#calls.get(keyOf(appKey, sessionId, caller, callee));
    const facts = known?.facts ?? {
      ...{ appKey, sessionId, caller, callee },
      sessId: randomBytes(SESS_ID_BYTES).toString('hex').toUpperCase(),
    };
    if (facts.caller !== caller) return { errorCode: StatusCode.Fail, reason: 'the session is of another call' };
    if (message.isRecordingAsked) {
      // A reply with another result than 0 leaves deployed clients waiting forever; `online` 0 ends their call.
      this.#reply(device, message, facts, '', false);
      return notRecorded;
    }
    const routeKey = known?.routeKey ?? this.#keys.issue(facts);
    if (isOnline && !known) this.#add({ facts, routeKey, type: message.type, callerDevice: device.resource });
    // Clients of the protocol read the reply alone, which ends their call when the user is unknown.
    this.#reply(device, message, facts, routeKey, isOnline);
    return isUser ? this.#stamp() : { errorCode: StatusCode.Fail, reason: StatusReason.UserNotFound };
  }

  #reply(device: ImDevice, message: CallMessage, facts: CallFacts, routeKey: string, isOnline: boolean): void {
    const { appKey, caller, callee, sessId } = facts;
    const content = {
      ...{ op: Op.RequestP2pCall, tsxId: message.tsxId, result: 0, online: isOnline ? '1' : '0', sessId },
      ...(isOnline && {
        rtcCfg: this.#configFor(caller),
        rtcCfg2: this.#configFor(callee),
        rtKey: routeKey,
        rtFlag: 1,
      }),
    };
    const { id, sentAt } = this.#stamp();
    device.push([
      {
        id: String(id),
        from: userJid(appKey, callee),
        to: userJid(appKey, caller),
        timestamp: String(sentAt),
        ns: NameSpace.Conference,
        payload: writeCall(content, { call: facts, from: callee, type: message.type, routeKey }),
      },
    ]);
  }

  /** Configuration of one side's peer connection, with credentials of its own. */
  #configFor(user: string): string {
    const { relays } = this.#ports;
    if (!relays) return JSON.stringify({ iceServers: [] });
    const { relayOnly, ...config } = JSON.parse(relays.configFor(user)) as { readonly relayOnly: boolean };
    return JSON.stringify({ ...config, ...(relayOnly && { relayOnly, iceTransportPolicy: 'relay' }) });
  }

  /** The call that a message belongs to; an unknown one is resumed where its key proves it. */
  #callOf(device: ImDevice, peer: string, message: CallMessage): RelayedCall | ImRefusal {
    const { appKey, user } = device;
    const { sessionId, routeKey } = message;
    const known = this.#calls.get(keyOf(appKey, sessionId, user, peer));
    if (known) return known;
    const facts = routeKey === '' ? undefined : this.#keys.read(routeKey);
    const isTheirs =
      facts?.appKey === appKey &&
      facts.sessionId === sessionId &&
      ((facts.caller === user && facts.callee === peer) || (facts.caller === peer && facts.callee === user));
    if (!facts || !isTheirs) {
      return { errorCode: StatusCode.Fail, reason: 'there is no such call; ask for one with op 0 first' };
    }
    if (message.op === Op.Init && !this.#mayCall(appKey, user)) return tooFast;
    return this.#add({ facts, routeKey, type: message.type });
  }

  #add(beginning: ConstructorParameters<typeof RelayedCall>[0]): RelayedCall {
    const { appKey, sessionId, caller, callee } = beginning.facts;
    const { clock, hub, timings, nextId } = this.#ports;
    const key = keyOf(appKey, sessionId, caller, callee);
    const call: RelayedCall = new RelayedCall(beginning, {
      ...{ clock, timings, nextId },
      devicesOf: (...of) => hub.devicesOf(...of),
      forget: () => {
        this.#calls.delete(key);
        for (const user of [caller, callee]) {
          const userKey = userKeyOf(appKey, user);
          const calls = this.#byUser.get(userKey);
          calls?.delete(call);
          if (calls?.size === 0) this.#byUser.delete(userKey);
        }
      },
    });
    this.#calls.set(key, call);
    for (const user of [caller, callee]) {
      const userKey = userKeyOf(appKey, user);
      this.#byUser.set(userKey, (this.#byUser.get(userKey) ?? new Set()).add(call));
    }
    return call;
  }

  #each(device: ImDevice, callback: (call: RelayedCall) => void): void {
    for (const call of [...(this.#byUser.get(userKeyOf(device.appKey, device.user)) ?? [])]) callback(call);
  }

  #mayCall(appKey: string, user: string): boolean {
    const key = userKeyOf(appKey, user);
    const now = this.#ports.clock.now();
    if (now - this.#sweptAt > SWEEP_INTERVAL_MS) {
      this.#sweptAt = now;
      for (const [other, rate] of this.#rates) if (rate.isFull(now)) this.#rates.delete(other);
    }
    const rate = this.#rates.get(key) ?? new TokenBucket(CALLS_PER_SECOND, CALL_BURST, now);
    this.#rates.set(key, rate);
    const open = [...(this.#byUser.get(key) ?? [])].filter(
      ({ facts, state }) => facts.caller === user && state !== 'ended',
    );
    return open.length < MAX_OPEN_CALLS && rate.take(now);
  }
}
