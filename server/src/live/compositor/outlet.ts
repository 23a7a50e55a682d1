import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../clock.js';
import { canFollow, type LiveState } from '../states.js';
import { FfmpegChild } from './child.js';
import { KEYFRAME_INTERVAL_S } from './encoder.js';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
/** A target that takes nothing for so long is tried anew. */
const STALLED_MS = 10_000;
/** What waits for a target at most; 8 s at 5 Mbit/s. */
const MAX_BACKLOG_BYTES = 5 * 1024 * 1024;
const NETWORK_TIMEOUT_US = 10_000_000;
const HLS_SEGMENTS = 6;

export type Target =
  | { readonly kind: 'rtmp'; readonly url: string }
  /** A folder that is made if need be. */
  | { readonly kind: 'hls'; readonly folder: string };

export const PLAYLIST = 'index.m3u8';
export const SEGMENT_PATTERN = /^segment\d{1,9}\.ts$/;

export interface OutletPorts {
  readonly ffmpegPath: string;
  readonly clock: Clock;
  /** How long a target may be gone before it is given up. */
  readonly giveUpMs: number;
  state(state: LiveState, reason: string | undefined): void;
}

/** Brings the encoded output to one target, and again to it when it is gone. */
export class Outlet {
  #state: LiveState = 'starting';
  #child: FfmpegChild | undefined;
  #cancelRetry: (() => void) | undefined;
  #retryMs = FIRST_RETRY_MS;
  /** Since when it is not live. */
  #downSince: number;
  #progress = '';

  constructor(
    readonly target: Target,
    private readonly ports: OutletPorts,
  ) {
    this.#downSince = ports.clock.now();
    this.#open();
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

  /** The stream begins anew: what follows does not continue what was written. */
  restart(reason: string): void {
    const child = this.#child;
    if (child === undefined) return;
    this.#lose(child, reason);
    void child.end();
  }

  /** Resolves once the target has everything. */
  async close(): Promise<void> {
    this.#cancelRetry?.();
    const child = this.#child;
    this.#child = undefined;
    this.#go('ended', undefined);
    await child?.end();
  }

  #open(): void {
    this.#cancelRetry = undefined;
    if (this.target.kind === 'hls') mkdirSync(this.target.folder, { recursive: true });
    this.#progress = '';
    const child: FfmpegChild = new FfmpegChild(this.ports.ffmpegPath, outletArguments(this.target), this.ports.clock, {
      output: (chunk) => this.#progressed(child, chunk.toString()),
      exit: (reason) => this.#lose(child, reason),
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
    const now = this.ports.clock.now();
    if (this.#state === 'live') this.#downSince = now;
    const reason = withoutSecrets(cause, this.target);
    if (now - this.#downSince >= this.ports.giveUpMs) return this.#go('failed', reason);
    this.#go('reconnecting', reason);
    this.#cancelRetry = this.ports.clock.after(this.#retryMs, () => this.#open());
    this.#retryMs = Math.min(LONGEST_RETRY_MS, this.#retryMs * 2);
  }

  #go(state: LiveState, reason: string | undefined): void {
    if (!canFollow(this.#state, state)) return;
    this.#state = state;
    this.ports.state(state, reason);
  }
}

/** A push URL ends in a key, and folders are of this machine: neither is the members' business. */
const withoutSecrets = (text: string, target: Target): string =>
  target.kind === 'rtmp'
    ? text.replaceAll(/rtmps?:\/\/\S+/g, 'the push URL')
    : text.replaceAll(target.folder, 'the folder of this output');

function outletArguments(target: Target): string[] {
  const input = ['-progress', 'pipe:1', '-stats_period', '0.5', '-f', 'mpegts', '-i', 'pipe:0', '-c', 'copy'];
  if (target.kind === 'rtmp') {
    const timeout = ['-rw_timeout', String(NETWORK_TIMEOUT_US)];
    return [...input, '-f', 'flv', '-flvflags', 'no_duration_filesize', ...timeout, target.url];
  }
  return [
    ...input,
    ...['-f', 'hls', '-hls_time', String(KEYFRAME_INTERVAL_S), '-hls_list_size', String(HLS_SEGMENTS)],
    ...['-hls_flags', 'delete_segments+append_list+independent_segments+temp_file'],
    ...['-hls_segment_filename', join(target.folder, 'segment%d.ts'), join(target.folder, PLAYLIST)],
  ];
}
