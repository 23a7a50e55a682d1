import { deferred, onAbort, throwIfAborted, type Deferred } from '../core/abort.js';
import type { Dispose } from '../core/clock.js';
import { Disposables } from '../core/disposables.js';
import { Emitter } from '../core/emitter.js';
import { LecternError } from '../core/errors.js';
import type { Timings } from '../core/timings.js';
import { StateMachine } from '../core/state-machine.js';
import type { Platform } from '../platform/types.js';
import {
  CAPABILITY_FAST,
  CLIENT_FAILURE_CODE,
  ENTER_TIMEOUT_MS,
  OP_ENTER,
  OP_RESPONSE,
  OP_SYNC,
  QUEUE_FLUSH_DELAY_MS,
  RECONNECT_FAILED_CODE,
  ExitReason,
  type Capability,
  type EnterResponse,
  type WireMessage,
  type WireResponse,
} from '../protocol/index.js';
import { Attempt } from './attempt.js';
import { readFrame, writeFrame } from './frames.js';
import { Heartbeat } from './heartbeat.js';
import { SendQueue } from './send-queue.js';
import { RetryRound, specifiedReconnectPolicy, type ReconnectPolicy } from './reconnect-policy.js';
import { clientFailure, exitReasonOf } from './refusals.js';
import { RequestTable } from './requests.js';
import { Session } from './session.js';
import { TRANSITIONS, type SignallingEvent } from './states.js';
import type {
  EnterOptions,
  RequestOptions,
  SignallingClosed,
  SignallingEvents,
  SignallingPort,
  SignallingState,
} from './types.js';
import { numberedUrl, resolveSocketUrl, type AttemptCounter } from './url.js';

export interface SignallingConnectionOptions {
  readonly platform: Pick<
    Platform,
    'clock' | 'random' | 'network' | 'origin' | 'createSocket' | 'info' | 'videoCodecs'
  >;
  /** Attempt counter of the client that owns the connection. */
  readonly counter: AttemptCounter;
  /** Default: 13 attempts, 3 s apart. */
  readonly policy?: ReconnectPolicy | undefined;
  /** Default: those of the specification. */
  readonly timings?: Timings | undefined;
  /** Receives exceptions of listeners. */
  readonly report?: (error: unknown) => void;
}

/** Reads a result as a number; any other value is a failure (wire-conference 1.4). */
const resultOf = ({ result }: { readonly result?: unknown }): number =>
  typeof result === 'number' || (typeof result === 'string' && result !== '') ? Number(result) : Number.NaN;

/** The signalling connection of one conference: one session over any number of successive sockets (spec §4, §7). */
export class SignallingConnection implements SignallingPort {
  readonly #platform: SignallingConnectionOptions['platform'];
  readonly #counter: AttemptCounter;
  readonly #enterTimeoutMs: number;
  readonly #emitter: Emitter<SignallingEvents>;
  readonly #machine: StateMachine<SignallingState, SignallingEvent>;
  readonly #requests: RequestTable;
  readonly #sendQueue = new SendQueue((message) => this.#transmit(message));
  readonly #round: RetryRound;
  readonly #heartbeat: Heartbeat;
  readonly #disposables = new Disposables();
  #url = '';
  #session: Session | undefined;
  #attempt: Attempt | undefined;
  /** Settled by the first answer to op 200. */
  #entering: Deferred<EnterResponse> | undefined;
  #enterTsxId: string | undefined;
  #stopEnterTimer: Dispose = () => undefined;
  #stopFlushTimer: Dispose = () => undefined;

  constructor(options: SignallingConnectionOptions) {
    const { platform, counter, timings, report } = options;
    const { policy = specifiedReconnectPolicy(platform.random, timings) } = options;
    const { clock } = platform;
    this.#platform = platform;
    this.#counter = counter;
    this.#enterTimeoutMs = timings?.enterTimeoutMs ?? ENTER_TIMEOUT_MS;
    this.#emitter = new Emitter(report);
    this.#requests = new RequestTable(clock);
    this.#round = new RetryRound(clock, policy, () => this.#connect());
    this.#heartbeat = new Heartbeat(
      clock,
      {
        sync: () => void this.sync().catch(() => undefined),
        check: () => this.#attempt?.check(),
        silent: () => this.#lose(),
      },
      timings,
    );
    this.#machine = new StateMachine<SignallingState, SignallingEvent>({
      name: 'signalling',
      initial: 'idle',
      transitions: TRANSITIONS,
      onChange: (state, previous) => this.#emitter.emit('state', state, previous),
    });
  }

  get state(): SignallingState {
    return this.#machine.state;
  }

  /** Capabilities that the server granted; none before entering. */
  get capabilities(): readonly Capability[] {
    return this.#session?.granted ?? [];
  }

  on<K extends keyof SignallingEvents>(event: K, listener: SignallingEvents[K]): Dispose {
    return this.#emitter.on(event, listener);
  }

  async enter(options: EnterOptions): Promise<EnterResponse> {
    const { ticket, signal } = options;
    throwIfAborted(signal);
    const url = resolveSocketUrl(ticket.url, this.#platform.origin);
    const session = new Session(options, this.#platform);
    this.#machine.send('enter');
    this.#url = url;
    this.#session = session;
    const entering = deferred<EnterResponse>();
    this.#entering = entering;
    const { network } = this.#platform;
    this.#disposables.add(network.onChange((online) => (online ? this.#cameOnline() : this.#wentOffline())));
    const stopListening = onAbort(signal, (error) => this.#end(error));
    this.#startEnterTimer(() => {
      const error = clientFailure(`entering did not succeed within ${this.#enterTimeoutMs} ms`, 'timeout');
      this.#end(error, ExitReason.Failed);
    });
    this.#connect();
    return entering.promise.finally(stopListening);
  }

  async request(message: WireMessage, options?: RequestOptions): Promise<WireResponse> {
    if (this.#machine.is('closed')) throw clientFailure('the signalling connection is closed', 'closed');
    this.#emitter.emit('sending', message);
    const request = this.#requests.add(message, options);
    this.#sendQueue.put(request.message);
    return request.result.promise;
  }

  post(message: WireMessage): void {
    if (this.#machine.is('closed')) return;
    // Servers acknowledge these too, which keeps them from being repeated after a loss.
    if (message.op === OP_RESPONSE) this.#sendQueue.put(message);
    else this.request(message).catch(() => undefined);
  }

  /** Requests the conference's current state (op 1000); a newer one is emitted as `synced`. */
  async sync(): Promise<WireResponse> {
    // 0 is omitted, as deployed servers expect (wire-conference 1.2).
    const cver = this.#session?.version || undefined;
    return this.request({ op: OP_SYNC, ...(cver !== undefined && { cver }) });
  }

  close(code?: number): void {
    this.#end(clientFailure('the signalling connection was closed', 'closed'), undefined, code);
  }

  #connect(): void {
    const attempt = new Attempt(this.#platform, numberedUrl(this.#url, this.#counter.next()), {
      opened: () => this.#opened(attempt),
      received: (data) => this.#received(data),
      gone: () => this.#lose(),
    });
    this.#attempt = attempt;
    attempt.open();
  }

  #opened(attempt: Attempt): void {
    const session = this.#session;
    if (!session) return;
    this.#machine.send('open');
    // On a re-enter each attempt has its own timeout, and the next attempt may succeed.
    if (session.id !== undefined) this.#startEnterTimer(() => this.#lose());
    const tsxId = this.#requests.newTsxId();
    this.#enterTsxId = tsxId;
    attempt.send(writeFrame(session.enterMessage(tsxId)));
  }

  #startEnterTimer(expired: () => void): void {
    this.#stopEnterTimer();
    this.#stopEnterTimer = this.#platform.clock.after(this.#enterTimeoutMs, expired);
  }

  #received(data: unknown): void {
    this.#heartbeat.heard();
    let message: WireMessage;
    try {
      message = readFrame(data);
    } catch (error) {
      this.#emitter.emit('protocolError', error as Error);
      return;
    }
    if (message.op === OP_RESPONSE) this.#answered(message as WireResponse);
    else if (this.#session?.owns(message)) {
      this.#session.noteVersion(message);
      this.#emitter.emit('message', message);
    } else {
      const text = `op ${message.op} came with the session ${JSON.stringify(message.sessId)} of somebody else`;
      this.#emitter.emit('protocolError', clientFailure(text, 'protocol'));
    }
  }

  #answered(response: WireResponse): void {
    if (response.tsxId !== undefined && response.tsxId === this.#enterTsxId) {
      this.#enterAnswered(response);
      return;
    }
    const request = this.#requests.take(response.tsxId);
    if (!request) {
      // It arrived after its request's timeout, or answers an earlier request to a member (wire-conference 1.4).
      this.#emitter.emit('message', response);
      return;
    }
    const isNewer = this.#session?.noteVersion(response);
    if (resultOf(response) !== 0) {
      request.result.reject(this.#refused(request.message, response));
      return;
    }
    request.result.resolve(response);
    if (request.message.op === OP_SYNC && isNewer) this.#emitter.emit('synced', response);
  }

  #enterAnswered(response: WireResponse): void {
    const session = this.#session;
    if (!session) return;
    this.#enterTsxId = undefined;
    const isReentry = session.id !== undefined;
    if (resultOf(response) !== 0) {
      this.#refused(session.enterMessage(response.tsxId), response);
      return;
    }
    let entered: EnterResponse;
    try {
      entered = session.accept(response);
    } catch (error) {
      this.#end(error as LecternError, ExitReason.Failed);
      return;
    }
    this.#stopEnterTimer();
    this.#round.stop();
    this.#heartbeat.start();
    this.#machine.send('accept');
    if (!this.#machine.is('connected')) return;
    this.#emitter.emit('entered', entered, isReentry);
    this.#entering?.resolve(entered);
    if (!this.#machine.is('connected')) return;
    if (session.granted.includes(CAPABILITY_FAST)) this.#sendQueue.open();
    else this.#stopFlushTimer = this.#platform.clock.after(QUEUE_FLUSH_DELAY_MS, () => this.#sendQueue.open());
  }

  /** Emits a result other than 0, ends the session if required, and returns the error. */
  #refused(request: WireMessage, response: WireResponse): LecternError {
    const { msg } = response;
    const result = resultOf(response);
    const isBroken = Number.isNaN(result);
    const code = isBroken ? CLIENT_FAILURE_CODE : result;
    const text = typeof msg === 'string' && msg !== '' ? msg : `op ${request.op} was refused with ${code}`;
    const error = new LecternError(text, { reason: isBroken ? 'protocol' : 'refused', code });
    this.#emitter.emit('responseFailed', request, response);
    // An answer without a result only fails its request, except for enter, which cannot continue.
    const exitReason = isBroken && request.op !== OP_ENTER ? undefined : exitReasonOf(request.op, code);
    if (exitReason !== undefined) this.#end(error, exitReason);
    return error;
  }

  /** Returns false to keep the message for later. */
  #transmit(message: WireMessage): boolean {
    // Aborted or timed out while it was queued.
    if (message.op !== OP_RESPONSE && !this.#requests.has(message.tsxId)) return true;
    const sessId = this.#session?.id;
    let frame: string;
    try {
      frame = writeFrame({ ...message, ...(sessId !== undefined && { sessId }) });
    } catch (error) {
      this.#requests.reject(message.tsxId, error as LecternError);
      return true;
    }
    if (!this.#attempt?.send(frame)) return false;
    this.#requests.markSent(message.tsxId);
    return true;
  }

  /** The socket is lost, or an attempt failed. */
  #lose(): void {
    this.#dropSocket();
    this.#machine.send('lose');
    if (this.#machine.is('reconnecting') && !this.#round.next()) {
      const error = new LecternError('the connection was lost and could not be made again', {
        reason: 'network',
        code: RECONNECT_FAILED_CODE,
      });
      this.#end(error, ExitReason.Failed);
    }
  }

  #wentOffline(): void {
    if (!this.#machine.can('offline')) return;
    this.#dropSocket(1000);
    this.#round.stop();
    this.#machine.send('offline');
  }

  #cameOnline(): void {
    if (!this.#machine.can('online')) return;
    this.#dropSocket();
    this.#machine.send('online');
    if (this.#machine.is('reconnecting')) this.#round.restart();
  }

  /** Releases the socket and keeps the messages to resend. The timeout of the first enter continues. */
  #dropSocket(code?: number): void {
    this.#attempt?.close(code);
    this.#attempt = undefined;
    this.#enterTsxId = undefined;
    if (this.#session?.id !== undefined) this.#stopEnterTimer();
    this.#stopFlushTimer();
    this.#heartbeat.stop();
    this.#sendQueue.hold(this.#requests.interrupt());
  }

  /** Releases everything and settles every promise. `closed` is emitted only if the user did not request the end. */
  #end(error: LecternError, exitReason?: ExitReason, code?: number): void {
    if (this.#machine.is('closed')) return;
    this.#attempt?.close(code);
    this.#attempt = undefined;
    this.#round.stop();
    this.#heartbeat.stop();
    this.#stopEnterTimer();
    this.#stopFlushTimer();
    this.#disposables.close();
    this.#sendQueue.clear();
    // The reason of the connection's end is not the result of each request.
    this.#requests.close(exitReason === undefined ? error : clientFailure(error.message, 'closed'));
    this.#machine.send('close');
    this.#entering?.reject(error);
    if (exitReason === undefined) return;
    const closed: SignallingClosed = {
      exitReason,
      message: error.message,
      ...(error.code !== undefined && { code: error.code }),
    };
    this.#emitter.emit('closed', closed);
  }
}
