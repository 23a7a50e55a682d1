import type { Dispose } from '../core/clock.js';
import { Emitter } from '../core/emitter.js';
import { LecternError } from '../core/errors.js';
import { SnapshotStore, type Snapshots } from '../core/snapshot.js';
import type { ImClient } from '../im/client.js';
import { imPort, type ImPort } from '../im/port.js';
import { SOUND_OUTPUT } from '../media/sound-output.js';
import { OP_INIT, OP_TERMINATE } from '../protocol/ops.js';
import type { CallSound } from './attach.js';
import { OneToOneCall } from './call.js';
import { CALL_TIMEOUT_MS, END_BUSY } from './constants.js';
import type { CallEnvironment } from './environment.js';
import { CallLine, readMessage, type CallMessage } from './line.js';
import type { CallState } from './transitions.js';
import type { Call, CallPush, CallsEvents, CallsOptions, CallsSnapshot, PlaceOptions } from './types.js';

const SESSION_DIGITS = 6;

/**
 * The one-to-one calls of a client, one at a time (spec §4). Callers are answered with busy during a call.
 *
 * @example
 * const calls = new Calls(client);
 * calls.on('incoming', (call) => void call.accept());
 * const call = calls.call('ben');
 * call.attach(video);
 */
export class Calls implements Snapshots<CallsSnapshot> {
  readonly #client: ImClient;
  readonly #port: ImPort;
  readonly #options: CallsOptions;
  readonly #env: CallEnvironment;
  /** @internal */
  readonly [SOUND_OUTPUT]: CallSound;
  readonly #emitter: Emitter<CallsEvents>;
  readonly #store = new SnapshotStore<CallsSnapshot>({ current: undefined, incoming: undefined });
  readonly #disposables: Dispose[];
  /** Sessions of all calls so far; a repeated message of one of them starts no new call. */
  readonly #sessions = new Set<string>();
  /** Farewell messages that could not be sent. */
  readonly #farewells = new Set<() => Promise<void>>();
  #current: OneToOneCall | undefined;
  #lastId = 0;
  #isClosed = false;
  readonly getSnapshot = this.#store.getSnapshot;
  readonly subscribe = this.#store.subscribe;

  /** @throws {LecternError} reason `invalid-argument`, when `client` is not an {@link ImClient}. */
  constructor(client: ImClient, options: CallsOptions = {}) {
    this.#client = client;
    this.#port = imPort(client);
    this.#options = options;
    this.#emitter = new Emitter(options.report);
    const { platform } = this.#port;
    const sound: CallSound = (this[SOUND_OUTPUT] = { speakerId: undefined, elements: new Set(), platform });
    this.#env = {
      port: this.#port,
      sound,
      rtcConfiguration: options.rtcConfiguration,
      report: options.report,
      newId: () => this.#newId(),
      changed: (call, previous) => this.#changed(call, previous),
      farewell: (send) => this.#farewell(send),
    };
    const { onUnload } = platform;
    this.#disposables = [
      this.#port.onCall((item) => {
        const message = readMessage(item);
        if (message) this.#receive(message);
      }),
      this.#port.onState((state) => {
        if (state === 'online') this.#resume();
        else if (state === 'ended' || state === 'failed') this.#lost(state);
      }),
      onUnload?.(() => this.#current?.hangUp()) ?? (() => undefined),
    ];
  }

  /** Adds a listener; the returned function removes it. */
  on<K extends keyof CallsEvents>(event: K, listener: CallsEvents[K]): Dispose {
    return this.#emitter.on(event, listener);
  }

  /**
   * Calls a user, with camera and microphone; audio only with `video: false` or media without a video track.
   * {@link Call.accepted} reports how the call continues.
   * @param to plain user name, or `org#app_name@domain`
   * @throws {LecternError} reason `invalid-argument` for a name that cannot be called; `invalid-state` during another
   * call, or after `close`. If the client is not open, the call ends with code 39.
   */
  call(to: string, options: PlaceOptions = {}): Call {
    const { push = false, timeoutMs = CALL_TIMEOUT_MS, rec = false, recMerge = false, video = true, media } = options;
    const { name: peer, address } = this.#port.otherUser(to);
    if (!(timeoutMs > 0)) throw new LecternError('timeoutMs must be above 0', { reason: 'invalid-argument' });
    if (this.#isClosed || this.#current) {
      const message = this.#current ? 'a call is going on: hang it up first' : 'these calls are closed';
      throw new LecternError(message, { reason: 'invalid-state' });
    }
    const isVideo = media ? media.getTracks().some(({ kind }) => kind === 'video') : Boolean(video);
    const { platform } = this.#port;
    const salt = String(platform.random.number()).slice(2, 2 + SESSION_DIGITS);
    const call = this.#add(
      new OneToOneCall(this.#env, { peer, isVideo, sessionId: `${platform.clock.now()}${salt}` }, false),
    );
    const notify = push ? () => this.#notify(peer, push === true ? {} : push) : undefined;
    void call.place({ address, timeoutMs, rec, recMerge, ...(notify && { notify }) }, options);
    return call;
  }

  /** Hangs up, and accepts no more calls. The client stays open. Idempotent; final. */
  close(): void {
    this.#isClosed = true;
    this.#current?.hangUp();
    for (const dispose of this.#disposables) dispose();
  }

  #newId(): number {
    // Three digits below the millisecond, so that ids of a burst stay behind the clock.
    this.#lastId = Math.max(this.#lastId + 1, this.#port.platform.clock.now() * 1_000);
    return this.#lastId;
  }

  #notify(peer: string, { title, text }: CallPush): void {
    const { displayName = this.#port.username, language = 'zh' } = this.#options;
    const words = title ?? (/^zh\b/i.test(language) ? `${displayName} 正在呼叫你` : `${displayName} is calling you`);
    const ext = { em_apns_ext: { em_push_title: words } };
    // The callee may still come online without the message, so a failure is ignored.
    this.#client.send({ to: peer, contentsType: 'TEXT', data: text ?? words, ext }).catch(() => undefined);
  }

  #receive(message: CallMessage): void {
    const { from, sessionId, content } = message;
    const current = this.#current;
    if (current?.id === sessionId && current.getSnapshot().peer === from) return current.receive(message);
    if (content.op !== OP_INIT || !from || this.#sessions.has(`${from} ${sessionId}`)) return;
    if (current && !this.#givesWay(current, from)) return this.#refuse(message);
    current?.end('busy', 'local');
    const { isVideo, routeKey } = message;
    const call = this.#add(new OneToOneCall(this.#env, { peer: from, sessionId, isVideo, routeKey }, true));
    call.offered(message);
  }

  /** Both users call each other at the same time: the call of the user whose name sorts first is kept. */
  #givesWay(current: OneToOneCall, from: string): boolean {
    const { isIncoming, peer, state } = current.getSnapshot();
    const isUnanswered = state === 'calling' || state === 'ringing';
    return !isIncoming && isUnanswered && peer === from && from < this.#port.username;
  }

  #refuse({ from, sessionId, isVideo, routeKey, content }: CallMessage): void {
    const line = new CallLine(this.#port, this.#env.newId, { peer: from, sessionId, isVideo, routeKey });
    const { sessId, rtcId } = content;
    const busy = { op: OP_TERMINATE, sessId, rtcId, reason: 'busy' };
    line.send(busy, { endReason: END_BUSY }).catch(() => undefined);
  }

  #add(call: OneToOneCall): OneToOneCall {
    this.#current = call;
    this.#sessions.add(`${call.getSnapshot().peer} ${call.id}`);
    this.#show();
    return call;
  }

  #changed(call: Call, previous: CallState): void {
    if (call !== this.#current) return;
    const { state, isIncoming } = call.getSnapshot();
    if (state === 'ended') this.#current = undefined;
    this.#show();
    if (isIncoming && state === 'ringing' && previous === 'calling') this.#emitter.emit('incoming', call);
  }

  #show(): void {
    const current = this.#current;
    const { isIncoming, state } = current?.getSnapshot() ?? {};
    const incoming = isIncoming && state === 'ringing' ? current : undefined;
    const before = this.getSnapshot();
    if (before.current !== current || before.incoming !== incoming) this.#store.set({ current, incoming });
  }

  #farewell(send: () => Promise<void>): void {
    this.#farewells.delete(send);
    send().catch(() => {
      if (!this.#isClosed && this.#port.state !== 'ended') this.#farewells.add(send);
    });
  }

  #resume(): void {
    for (const send of [...this.#farewells]) this.#farewell(send);
    this.#current?.resume();
  }

  /** Media of an accepted call continue without messages, but a user who is logged out has no call. */
  #lost(state: 'ended' | 'failed'): void {
    const call = this.#current?.getSnapshot().state;
    if (state === 'ended') this.#farewells.clear();
    if (state === 'failed' && (call === 'connected' || call === 'connecting')) return;
    this.#current?.end('fail', 'local', new LecternError('the client is not online', { reason: 'network' }));
  }
}
