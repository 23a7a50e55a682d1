import { throwIfAborted } from '../../core/abort.js';
import { Disposables } from '../../core/disposables.js';
import { SnapshotStore, type Snapshots } from '../../core/snapshot.js';
import { StateMachine } from '../../core/state-machine.js';
import { parseAppKey, qualifyMemName, requireServer, type AppKey, type TokenProvider } from '../../rest/index.js';
import { obtainToken } from '../../rest/token-source.js';
import { describeDevice, openDevice } from './device.js';
import { checkBitrate, checkTurn, checkUdp } from './network.js';
import { pagePlatform, StepFailure, type Finding, type PreCallPlatform, type StepRun } from './run.js';
import { askForRelays, checkRest, checkSignalling } from './server.js';
import {
  PRE_CALL_STEPS,
  type PreCallResult,
  type PreCallSnapshot,
  type PreCallState,
  type PreCallStep,
} from './types.js';

/** Scope of the check and the server to check. */
export interface PreCallOptions {
  /** `org#app`. */
  readonly appKey: string;
  /** As for `RtcClient`. */
  readonly restUrl?: string;
  readonly hosts?: readonly string[];
  /** Address of the signalling socket, e.g. `url` of a ticket; by default `/rtc/ws` of the REST host. */
  readonly signallingUrl?: string;
  /** STUN and TURN servers; by default those that the server returns for `identity`. */
  readonly rtcConfiguration?: RTCConfiguration;
  /** `memName` (`org#app_user`, or the user alone) and token of the user, as for `RtcClient`. */
  readonly identity?: { readonly memName: string; readonly token: string | TokenProvider };
  /** Open tracks of the application: they are checked instead of opening devices, and stay open. */
  readonly tracks?: readonly MediaStreamTrack[];
  /** Constraints of the devices to open; `false` skips the step. */
  readonly audio?: boolean | MediaTrackConstraints;
  readonly video?: boolean | MediaTrackConstraints;
  /** Default: the page's. */
  readonly platform?: PreCallPlatform;
}

type Outcome = Exclude<PreCallState, 'idle' | 'running'>;

const BEGUN = { begin: 'running' } as const;
const TRANSITIONS = {
  idle: BEGUN,
  running: { passed: 'passed', warning: 'warning', failed: 'failed', cancelled: 'cancelled' },
  passed: BEGUN,
  warning: BEGUN,
  failed: BEGUN,
  cancelled: BEGUN,
} as const;

const WAITING: PreCallResult = { state: 'waiting' };
const INITIAL = Object.fromEntries(PRE_CALL_STEPS.map((step) => [step, WAITING])) as PreCallSnapshot['results'];

/** Steps without which a class cannot be joined; failures of the others are warnings. */
const NEEDED: readonly PreCallStep[] = ['rest', 'signalling'];

/**
 * Checks before a call whether it will work: server, signalling, camera, microphone, UDP, relay and bit rate, one after
 * the other, each with its result, duration and advice. Everything that it opens is closed again, also after a cancel.
 * @example
 * const check = new PreCallCheck({ appKey: 'org#app', restUrl, rtcConfiguration });
 * const { state, results } = await check.run();
 * if (results.turn.advice === 'relay-blocked') show('…');
 */
export class PreCallCheck {
  readonly #options: PreCallOptions;
  readonly #platform: PreCallPlatform;
  readonly #appKey: AppKey;
  readonly #store = new SnapshotStore<PreCallSnapshot>({ state: 'idle', results: INITIAL });
  readonly #machine = new StateMachine<PreCallState, 'begin' | Outcome>({
    name: 'pre-call check',
    initial: 'idle',
    transitions: TRANSITIONS,
    onChange: (state) => this.#store.update((snapshot) => ({ ...snapshot, state })),
  });
  #running: { readonly done: Promise<PreCallSnapshot>; readonly controller: AbortController } | undefined;

  /** @throws {LecternError} reason `invalid-argument` when the app key is missing or malformed. */
  constructor(options: PreCallOptions) {
    requireServer(options);
    this.#options = options;
    this.#appKey = parseAppKey(options.appKey);
    this.#platform = options.platform ?? pagePlatform();
  }

  /** Results so far. */
  get state(): Snapshots<PreCallSnapshot> {
    return this.#store;
  }

  /**
   * Runs all steps, again if called again; resolves with the results, and never rejects. While a check runs, calls
   * share it, unless it is being cancelled.
   */
  run(): Promise<PreCallSnapshot> {
    const before = this.#running;
    if (before && !before.controller.signal.aborted) return before.done;
    const controller = new AbortController();
    const done = this.#run(controller.signal, before?.done).finally(() => {
      if (this.#running?.done === done) this.#running = undefined;
    });
    this.#running = { done, controller };
    return done;
  }

  /**
   * Cancels the running check; everything that it opened is closed when the promise resolves. No effect if none runs.
   */
  async cancel(): Promise<void> {
    this.#running?.controller.abort();
    await this.#running?.done;
  }

  async #run(signal: AbortSignal, before: Promise<unknown> | undefined): Promise<PreCallSnapshot> {
    // A cancelled check first closes everything that it opened.
    if (before) await before;
    if (signal.aborted) return this.#store.getSnapshot();
    const kept = new Disposables();
    this.#store.update((snapshot) => ({ ...snapshot, results: INITIAL }));
    this.#machine.send('begin');
    try {
      await this.#steps(signal, kept);
      throwIfAborted(signal);
      this.#machine.send(verdictOf(this.#store.getSnapshot().results));
    } catch {
      this.#machine.send('cancelled');
    } finally {
      kept.close();
    }
    return this.#store.getSnapshot();
  }

  async #steps(signal: AbortSignal, kept: Disposables): Promise<void> {
    const { restUrl, hosts, signallingUrl, tracks: given = [] } = this.#options;
    const address = { appKey: this.#appKey, restUrl, hosts };
    let base: string | undefined;
    await this.#step('rest', signal, async (run) => {
      base = await checkRest(run, address);
      return { state: 'passed' };
    });
    await this.#step('signalling', signal, (run) => checkSignalling(run, base, signallingUrl));
    const tracks: MediaStreamTrack[] = [];
    for (const [step, kind] of [
      ['camera', 'video'],
      ['microphone', 'audio'],
    ] as const) {
      await this.#step(step, signal, async (run) => {
        const wish = this.#options[kind] ?? true;
        const open = given.find((track) => track.kind === kind);
        if (!open && wish === false) return { state: 'skipped' };
        const track = open ?? (await openDevice(run, kind, wish));
        if (!open) kept.add(() => track.stop());
        const found = describeDevice(track);
        tracks.push(track);
        return found;
      });
    }
    const configuration = this.#options.rtcConfiguration ?? (await this.#relays(base, signal));
    await this.#step('udp', signal, (run) => checkUdp(run, configuration));
    await this.#step('turn', signal, (run) => checkTurn(run, configuration));
    const isRelayed = this.#store.getSnapshot().results.turn.state === 'passed';
    await this.#step('bitrate', signal, (run) => checkBitrate(run, configuration, tracks, isRelayed));
  }

  /** Undefined if relays cannot be requested: the other steps are sufficient. */
  async #relays(base: string | undefined, signal: AbortSignal): Promise<RTCConfiguration> {
    const { identity } = this.#options;
    if (!identity || base === undefined) return {};
    const { memName, token: given } = identity;
    try {
      const token = typeof given === 'string' ? given : await obtainToken(given, this.#platform.clock);
      return await askForRelays(this.#platform, base, { uid: qualifyMemName(this.#appKey, memName), token }, signal);
    } catch {
      return {};
    }
  }

  async #step(step: PreCallStep, signal: AbortSignal, look: (run: StepRun) => Promise<Finding>): Promise<void> {
    throwIfAborted(signal);
    const { clock } = this.#platform;
    const open = new Disposables();
    const startedAt = clock.now();
    this.#set(step, { state: 'running' });
    try {
      const found = await look({ platform: this.#platform, signal, open });
      this.#set(step, { ...found, elapsedMs: clock.now() - startedAt });
    } catch (error) {
      const advice = error instanceof StepFailure ? error.advice : 'check-network';
      if (signal.aborted) this.#set(step, WAITING);
      else this.#set(step, { state: 'failed', advice, error, elapsedMs: clock.now() - startedAt });
    } finally {
      open.close();
    }
  }

  #set(step: PreCallStep, result: PreCallResult): void {
    this.#store.update((snapshot) => ({ ...snapshot, results: { ...snapshot.results, [step]: result } }));
  }
}

function verdictOf(results: PreCallSnapshot['results']): Outcome {
  if (NEEDED.some((step) => results[step].state === 'failed')) return 'failed';
  // Media can pass by one of the two ways, or not at all.
  if (results.udp.state === 'failed' && results.turn.state !== 'passed') return 'failed';
  const hasTrouble = PRE_CALL_STEPS.some(
    (step) => results[step].state === 'failed' || results[step].state === 'warning',
  );
  return hasTrouble ? 'warning' : 'passed';
}
