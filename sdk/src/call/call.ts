import { anySignal, deferred, race } from '../core/abort.js';
import type { Dispose } from '../core/clock.js';
import { Emitter } from '../core/emitter.js';
import { LecternError } from '../core/errors.js';
import { SnapshotStore } from '../core/snapshot.js';
import { StateMachine } from '../core/state-machine.js';
import { rtcConfiguration } from '../link/rtc-config.js';
import { TwoWayConnection } from '../link/two-way-connection.js';
import { messageOf } from '../link/wrap-error.js';
import { stopTracks } from '../media/capture.js';
import { MediaControl } from '../media/media-control.js';
import { decodeCandidates, encodeCandidates } from '../protocol/codec.js';
import * as ops from '../protocol/ops.js';
import { attachMedia } from './attach.js';
import { CALLER_SILENCE_MS, CONNECT_TIMEOUT_MS, PING_INTERVAL_MS, RINGING_DELAY_MS } from './constants.js';
import { callError, callOver } from './errors.js';
import { controlTypeOf, readControl } from './control.js';
import { endReasonOf, farewellOf } from './ends.js';
import type { CallEnvironment } from './environment.js';
import { CallLine, textOf, type CallContent, type CallMessage, type CallParameters } from './line.js';
import { openCallMedia } from './open-media.js';
import { initialSnapshot, mediaState } from './initial.js';
import { AUDIO_CALL, CALL_KINDS, VIDEO_CALL } from './shapes.js';
import { askForCall, type CallRequest } from './place.js';
import { SilenceWatch } from './silence.js';
import { CALL_TRANSITIONS, type CallState, type CallTransition } from './transitions.js';
import type {
  AcceptOptions,
  Call,
  CallEndReason,
  CallEvents,
  CallKind,
  CallMediaOptions,
  CallSnapshot,
  Side,
} from './types.js';

const ignore = (): void => undefined;

/** One call, of either side. */
export class OneToOneCall implements Call {
  readonly id: string;
  readonly #env: CallEnvironment;
  readonly #line: CallLine;
  readonly #emitter: Emitter<CallEvents>;
  readonly #store: SnapshotStore<CallSnapshot>;
  readonly #machine: StateMachine<CallState, CallTransition>;
  readonly #media: MediaControl;
  readonly #over = new AbortController();
  readonly #accepted = deferred<void>();
  readonly #isIncoming: boolean;
  #connection: TwoWayConnection | undefined;
  /** Settles once the peer connection has applied the offer. */
  #described: Promise<void> = Promise.resolve();
  /** Ids of the call and of its connection in contents; undefined before the server or the caller sent them. */
  #names: { readonly sessId: string; readonly rtcId: string } | undefined;
  #isAnswered = false;
  #stopTimer: Dispose = ignore;
  #stopPing: Dispose = ignore;
  #watch: SilenceWatch | undefined;
  readonly getSnapshot: () => CallSnapshot;
  readonly subscribe: (listener: () => void) => Dispose;
  readonly setMuted: Call['setMuted'];
  readonly switchDevice: Call['switchDevice'];
  readonly setProcessor: Call['setProcessor'];
  readonly deviceTrack: Call['deviceTrack'];

  constructor(env: CallEnvironment, parameters: CallParameters, isIncoming: boolean) {
    this.#env = env;
    this.id = parameters.sessionId;
    this.#isIncoming = isIncoming;
    this.#line = new CallLine(env.port, env.newId, parameters);
    this.#emitter = new Emitter(env.report);
    this.#accepted.promise.catch(ignore);
    this.#store = new SnapshotStore<CallSnapshot>(initialSnapshot(parameters, isIncoming));
    this.getSnapshot = this.#store.getSnapshot;
    this.subscribe = this.#store.subscribe;
    this.#media = new MediaControl({
      port: env.port.platform.media,
      checkCapture: (kind) => {
        if (kind === 'video' && !parameters.isVideo) throw callError('an audio call has no video', 'invalid-state');
      },
      resend: (kind) => this.#resend(kind),
      changed: () => this.#patch(mediaState(this.#media.local)),
      mutedChanged: (kind) => this.#tell(kind),
    });
    ({
      setMuted: this.setMuted,
      switchDevice: this.switchDevice,
      setProcessor: this.setProcessor,
      deviceTrack: this.deviceTrack,
    } = this.#media);
    this.#machine = new StateMachine<CallState, CallTransition>({
      name: 'call',
      initial: 'calling',
      transitions: CALL_TRANSITIONS,
      onChange: (state, previous) => this.#changed(state, previous),
    });
  }

  on<K extends keyof CallEvents>(event: K, listener: CallEvents[K]): Dispose {
    return this.#emitter.on(event, listener);
  }

  accepted({ signal }: { readonly signal?: AbortSignal } = {}): Promise<void> {
    return race(this.#accepted.promise, { signal });
  }

  /** Starts the call; an error ends the call. */
  async place(request: CallRequest, media: CallMediaOptions): Promise<void> {
    const timeOut = (): void => this.end('noresponse', 'local', callError('call timeout', 'timeout'));
    this.#after(request.timeoutMs, timeOut);
    const { notify, rec } = request;
    const whileAway = (): void => {
      this.#patch({ isPeerOffline: true });
      notify?.();
    };
    try {
      const { clock } = this.#env.port.platform;
      const asking = { ...request, ...(notify && { notify: whileAway }) };
      const grant = await askForCall(this.#line, clock, asking, this.#over.signal);
      if (!grant) {
        if (notify) timeOut();
        else this.end('offline', 'local', callError('callee is not online!', 'refused'));
        return;
      }
      this.#patch({ isPeerOffline: false });
      this.#names = { sessId: grant.sessId, rtcId: `RTCID${grant.sessId}` };
      const local = await this.#open(media, this.#over.signal);
      const connection = this.#connect(grant.rtcCfg);
      const sdp = await connection.offerMedia(local);
      if (connection !== this.#connection) return;
      const sent = this.#say(ops.OP_INIT, { sdp, rtcCfg: grant.rtcCfg2, expr: 0, ...(rec && { rec: 1 }) });
      this.#keepPinging();
      this.#machine.send('ring');
      await sent;
    } catch (cause) {
      this.#fail(cause);
    }
  }

  /** Applies the caller's offer, and rings. */
  offered(message: CallMessage): void {
    const { content } = message;
    this.#line.heard(message);
    this.#names = { sessId: textOf(content.sessId), rtcId: textOf(content.rtcId) };
    this.#keepPinging();
    this.#after(RINGING_DELAY_MS, () => {
      this.#machine.send('ring');
      this.#expectCaller();
    });
    const describe = async (): Promise<void> => this.#connect(content.rtcCfg).describe(content.sdp);
    this.#described = describe();
    this.#described.catch((cause: unknown) => this.#fail(cause));
  }

  async accept(options: AcceptOptions = {}): Promise<void> {
    if (!this.#isIncoming || !this.#machine.is('ringing')) {
      throw callError('the call does not ring here', 'invalid-state');
    }
    this.#stopTimer();
    this.#machine.send('accept');
    const { signal, release } = anySignal(options.signal, this.#over.signal);
    try {
      await this.#open(options, signal);
    } catch (cause) {
      if (this.#machine.trySend('reconsider')) this.#expectCaller();
      throw cause;
    } finally {
      release();
    }
    await this.#answer().catch((cause: unknown) => {
      throw this.#fail(cause);
    });
  }

  hangUp(): void {
    const isUnanswered = this.#isIncoming && !this.#isAnswered;
    this.end(isUnanswered ? 'reject' : 'hangup', 'local');
  }

  async stats(): Promise<RTCStatsReport | undefined> {
    return this.#connection?.stats();
  }

  attach(element: HTMLMediaElement, side: Side = 'remote'): Dispose {
    return attachMedia(this, element, side, this.#env.sound);
  }

  /** Handles a message of this call. */
  receive(message: CallMessage): void {
    const { content } = message;
    if (this.#line.heard(message) || this.#machine.is('ended')) return;
    if (this.#isIncoming && this.#machine.is('ringing')) this.#expectCaller();
    switch (content.op) {
      case ops.OP_ACCEPT:
        // Without `ans` the message only reports that the callee rings (wire-conference 5.5).
        if (content.ans) this.#takeAnswer(content);
        return;
      case ops.OP_ANSWER:
        return this.#takeAnswer(content);
      case ops.OP_JOINED:
        return this.#takenUp();
      case ops.OP_CANDIDATES:
        return this.#candidates(content);
      case ops.OP_STREAM_CONTROL:
        return this.#patch(readControl(content));
      case ops.OP_TERMINATE:
        return this.end(endReasonOf(message), 'remote');
      default:
    }
  }

  /** The connection works in both directions again: repeats state that may have been lost. */
  resume(): void {
    for (const kind of CALL_KINDS) this.#tell(kind);
  }

  /** Ends the call and releases everything; notifies the other side unless it ended the call itself. Idempotent. */
  end(reason: CallEndReason, by: Side, error?: LecternError): void {
    if (!this.#machine.can('end')) return;
    if (by === 'local' && this.#names) {
      const { endReason, word } = farewellOf(reason);
      this.#env.farewell(() => this.#say(ops.OP_TERMINATE, { reason: word }, endReason));
    }
    this.#over.abort(callOver());
    this.#stopTimer();
    this.#stopPing();
    this.#watch?.stop();
    this.#connection?.close();
    this.#connection = undefined;
    this.#media.close(callOver());
    this.#accepted.reject(error ?? callError(`the call ended: ${reason}`, 'refused'));
    this.#patch({ endReason: reason, endedBy: by, error, isPeerOffline: false });
    this.#machine.send('end');
    this.#emitter.emit('ended', reason, by);
  }

  async #open(options: CallMediaOptions, signal: AbortSignal): Promise<MediaStream> {
    const { platform } = this.#env.port;
    const opened = await openCallMedia(platform.media, this.#line.parameters.isVideo, options, signal);
    if (this.#over.signal.aborted) {
      if (!opened.keepMedia) stopTracks(opened.media);
      throw callOver();
    }
    this.#media.take(opened.media, opened);
    return opened.media;
  }

  #connect(rtcCfg: unknown): TwoWayConnection {
    const { port, rtcConfiguration: own } = this.#env;
    const pc = port.platform.createPeerConnection(rtcConfiguration(own, rtcCfg));
    const connection = new TwoWayConnection(pc, this.#line.parameters.isVideo ? VIDEO_CALL : AUDIO_CALL, {
      ice: (state) => {
        if (state === 'failed') this.#fail(callError('ICE failed', 'network'));
        else this.#machine.trySend(state === 'connected' ? 'connect' : 'lose');
      },
      candidates: (candidates) => {
        void this.#say(ops.OP_CANDIDATES, { cands: encodeCandidates(candidates) }).catch(ignore);
      },
    });
    this.#connection = connection;
    return connection;
  }

  async #answer(): Promise<void> {
    await this.#described;
    const { localMedia: local } = this.getSnapshot();
    const connection = this.#connection;
    const sdp = local && (await connection?.answerMedia(local));
    if (!sdp || !connection || connection !== this.#connection) throw callOver();
    const { isVideo } = this.#line.parameters;
    const sent = this.#say(ops.OP_ACCEPT, {
      ...{ sdp, ans: 1 },
      ...(this.#media.local.muted.audio && { enableVoice: false }),
      ...(isVideo && this.#media.local.muted.video && { enableVideo: false }),
    });
    this.#completed(connection);
    await sent;
  }

  #takeAnswer({ sdp, cands, enableVoice, enableVideo }: CallContent): void {
    const connection = this.#connection;
    if (this.#isIncoming || this.#isAnswered || !connection) return;
    this.#takenUp();
    this.#patch({
      ...(enableVoice === false && { remoteAudioMuted: true }),
      ...(enableVideo === false && { remoteVideoMuted: true }),
    });
    const complete = async (): Promise<void> => {
      await connection.describe(sdp);
      await connection.addCandidates(decodeCandidates(cands));
      if (connection === this.#connection) this.#completed(connection);
    };
    this.#isAnswered = true;
    complete().catch((cause: unknown) => this.#fail(cause));
  }

  /** Handles the acceptance by the callee. */
  #takenUp(): void {
    if (this.#isIncoming || !this.#machine.trySend('accept')) return;
    this.#expectMedia();
    this.#accepted.resolve();
  }

  /** Offer and answer are exchanged: media may arrive. */
  #completed(connection: TwoWayConnection): void {
    this.#isAnswered = true;
    this.#accepted.resolve();
    connection.sendCandidates();
    const tracks = connection.receivedTracks();
    if (tracks.length > 0) this.#patch({ remoteMedia: this.#env.port.platform.createMediaStream(tracks) });
    this.#expectMedia();
    for (const kind of CALL_KINDS) if (this.#media.local.muted[kind]) this.#tell(kind);
    if (connection.isConnected) this.#machine.trySend('connect');
  }

  #candidates({ cands }: CallContent): void {
    try {
      void this.#connection?.addCandidates(decodeCandidates(cands));
    } catch {
      // An unreadable message is ignored.
    }
  }

  /** Sends the kind's newest track, if the connection is there already. */
  async #resend(kind: CallKind): Promise<void> {
    const track = this.#media.local.track(kind);
    const connection = this.#connection;
    if (!track || !connection || connection.isSending(track) || (await connection.replace(track))) return;
    throw callError(`the call has no section for ${kind}`, 'media');
  }

  /** Sends the mute state of a kind once the call is answered; earlier changes are sent by `#completed`. */
  #tell(kind: CallKind): void {
    const { isVideo } = this.#line.parameters;
    if (!this.#isAnswered || this.#machine.is('ended') || (kind === 'video' && !isVideo)) return;
    const controlType = controlTypeOf(kind, this.#media.local.muted[kind]);
    const content = { op: ops.OP_STREAM_CONTROL, rtcId: this.#names?.rtcId, controlType };
    this.#line.send(content, { routeFlag: 0, tsxId: this.#env.newId() }).catch(ignore);
  }

  #say(op: number, content: CallContent, endReason?: number): Promise<void> {
    return this.#line.send({ op, ...this.#names, ...content }, endReason === undefined ? {} : { endReason });
  }

  #keepPinging(): void {
    this.#stopPing = this.#env.port.platform.clock.every(PING_INTERVAL_MS, () => {
      void this.#line.send({ op: ops.OP_PING, sessId: this.#names?.sessId }).catch(ignore);
    });
  }

  /** Ends the call when nothing has been received from the caller for `CALLER_SILENCE_MS`. */
  #expectCaller(): void {
    this.#after(CALLER_SILENCE_MS, () => this.end('offline', 'remote'));
  }

  #expectMedia(): void {
    if (this.#machine.is('connected')) return;
    this.#after(CONNECT_TIMEOUT_MS, () => this.#fail(callError('no connection in time', 'timeout')));
  }

  #changed(state: CallState, previous: CallState): void {
    const { clock } = this.#env.port.platform;
    if (state === 'connected') {
      this.#stopTimer();
      this.#watch ??= this.#watchTraffic();
      this.#patch({ connectedAt: this.getSnapshot().connectedAt ?? clock.now() });
    }
    if (previous === 'connected' && state === 'connecting') this.#expectMedia();
    this.#patch({ state });
    this.#env.changed(this, previous);
    this.#emitter.emit('state', state, previous);
  }

  #watchTraffic(): SilenceWatch | undefined {
    const { clock } = this.#env.port.platform;
    const sides = (['local', 'remote'] as const).filter((side) => this.getSnapshot()[`${side}Media`]);
    const { traffic } = this.#connection ?? {};
    return (
      traffic && new SilenceWatch(clock, sides, traffic, (side) => this.#emitter.emit('networkDisconnected', side))
    );
  }

  #fail(cause: unknown): LecternError {
    const error = cause instanceof LecternError ? cause : callError(messageOf(cause), 'media', cause);
    this.end(error.reason === 'unsupported' ? 'unsupported' : 'fail', 'local', error);
    return error;
  }

  /** Timer of the current state; there is only one at a time. */
  #after(delayMs: number, callback: () => void): void {
    this.#stopTimer();
    this.#stopTimer = this.#env.port.platform.clock.after(delayMs, callback);
  }

  #patch(part: Partial<CallSnapshot>): void {
    this.#store.update((now) => ({ ...now, ...part }));
  }
}
