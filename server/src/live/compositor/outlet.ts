import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@lectern/kit/clock';
import type { PushRoute } from '../push-policy.js';
import { canFollow, type LiveState } from '../states.js';
import { FfmpegChild } from './child.js';
import { addressOf, outletArguments, PLAYLIST, RTMPS_PORT, type Connection, type Target } from './outlet-arguments.js';
import { PinnedTunnel } from './pinned-tunnel.js';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
/** A target that accepts no data for this time is reconnected. */
const STALLED_MS = 10_000;
/** Limit of data queued for a target; 8 s at 5 Mbit/s. */
const MAX_BACKLOG_BYTES = 5 * 1024 * 1024;

export interface OutletPorts {
  readonly ffmpegPath: string;
  readonly clock: Clock;
  /** Time for which a target may be unreachable before the output to it fails. */
  readonly giveUpMs: number;
  /**
   * Resolves the route before every attempt, because DNS answers change. Rejects where pushing there is not allowed.
   */
  reach(pushUrl: string): Promise<PushRoute>;
  state(state: LiveState, reason: string | undefined): void;
}

/** Sends the encoded output to one target, and reconnects when the target is lost. */
export class Outlet {
  #state: LiveState = 'starting';
  #child: FfmpegChild | undefined;
  #cancelRetry: (() => void) | undefined;
  #retryMs = FIRST_RETRY_MS;
  /** Start of the current interruption. */
  #downSince: number;
  #progress = '';
  #attempts = 0;

  constructor(
    readonly target: Target,
    private readonly ports: OutletPorts,
  ) {
    this.#downSince = ports.clock.now();
    void this.#open();
  }

  get state(): LiveState {
    return this.#state;
  }

  write(chunk: Buffer): void {
    const child = this.#child;
    if (child === undefined) return;
    if (child.backlog > MAX_BACKLOG_BYTES || child.stalledMs > STALLED_MS) {
      this.#lose(child, 'it takes nothing any more');
      child.kill();
      return;
    }
    child.write(chunk);
  }

  /** The stream restarts: the following data does not continue the previous data. */
  restart(reason: string): void {
    const child = this.#child;
    if (child === undefined) return;
    this.#lose(child, reason);
    void child.end();
  }

  /** Resolves once the target has received everything. */
  async close(): Promise<void> {
    this.#cancelRetry?.();
    const child = this.#child;
    this.#child = undefined;
    this.#go('ended', undefined);
    await child?.end();
  }

  async #open(): Promise<void> {
    this.#cancelRetry = undefined;
    const { target } = this;
    const { clock, ffmpegPath, reach } = this.ports;
    let connection: Connection = {};
    let tunnel: PinnedTunnel | undefined;
    try {
      if (target.kind === 'rtmp') {
        const address = addressOf(await reach(target.url), this.#attempts);
        tunnel = address === undefined ? undefined : await tunnelTo(target.url, address);
        connection = { ...(address && { address }), ...(tunnel && { proxyUrl: tunnel.proxyUrl }) };
      }
    } catch (error) {
      return this.#lost(error instanceof Error ? error.message : String(error));
    }
    if (this.#state === 'ended') return tunnel?.close();
    if (target.kind === 'hls') mkdirSync(target.folder, { recursive: true });
    this.#progress = '';
    this.#attempts += 1;
    const child: FfmpegChild = new FfmpegChild(ffmpegPath, outletArguments(target, connection), clock, {
      output: (chunk) => this.#progressed(child, chunk.toString()),
      exit: (reason) => {
        tunnel?.close();
        this.#lose(child, reason);
      },
    });
    this.#child = child;
  }

  #progressed(child: FfmpegChild, text: string): void {
    if (child !== this.#child || this.#state === 'live') return;
    this.#progress = (this.#progress + text).slice(-1_000);
    if (!/out_time_(us|ms)=[1-9]/.test(this.#progress)) return;
    if (this.target.kind === 'hls' && !existsSync(join(this.target.folder, PLAYLIST))) return;
    this.#retryMs = FIRST_RETRY_MS;
    this.#go('live', undefined);
  }

  #lose(child: FfmpegChild, cause: string): void {
    if (child !== this.#child) return;
    this.#child = undefined;
    this.#lost(cause);
  }

  #lost(cause: string): void {
    const now = this.ports.clock.now();
    if (this.#state === 'live') this.#downSince = now;
    const reason = withoutSecrets(cause, this.target);
    if (now - this.#downSince >= this.ports.giveUpMs) return this.#go('failed', reason);
    this.#go('reconnecting', reason);
    this.#cancelRetry = this.ports.clock.after(this.#retryMs, () => void this.#open());
    this.#retryMs = Math.min(LONGEST_RETRY_MS, this.#retryMs * 2);
  }

  #go(state: LiveState, reason: string | undefined): void {
    if (!canFollow(this.#state, state)) return;
    this.#state = state;
    this.ports.state(state, reason);
  }
}

/** Only TLS needs a tunnel to an address; undefined for other targets. */
async function tunnelTo(pushUrl: string, address: string): Promise<PinnedTunnel | undefined> {
  const { protocol, hostname: host, port } = new URL(pushUrl);
  if (protocol !== 'rtmps:') return undefined;
  return PinnedTunnel.open({ host, port: Number(port || RTMPS_PORT), address });
}

/** A push URL ends in a key, and paths are internal to this machine: members must not see either. */
const withoutSecrets = (text: string, target: Target): string =>
  target.kind === 'rtmp'
    ? text.replaceAll(/rtmps?:\/\/\S+/g, 'the push URL')
    : text.replaceAll(target.folder, 'the folder of this output');
