import { rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '@lectern/kit/clock';
import type { ForwardEngine } from '../media/forward.js';
import { CompositorHandle } from './compositor/handle.js';
import type { Scene } from './compositor/ipc.js';
import type { Target } from './compositor/outlet-arguments.js';
import type { LiveConfig } from './config.js';
import { sceneOf, type LiveStream } from './scene.js';
import { canFollow, type LiveProgress, type LiveState } from './states.js';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

export interface LiveOutputPorts {
  readonly clock: Clock;
  readonly engine: ForwardEngine;
  /** Path of the compositor's code. */
  readonly entry: string;
  readonly ffmpegPath: string;
  readonly giveUpMs: number;
  readonly pushHosts: readonly string[];
  /** Checks before each start that pushing is allowed. */
  allow(config: LiveConfig): Promise<void>;
  progress(progress: LiveProgress): void;
  log(message: string): void;
}

/** One live output: its compositor, the streams forwarded to it, and its status. */
export class LiveOutput {
  #state: LiveState = 'starting';
  #handle: CompositorHandle | undefined;
  #scene: Scene | undefined;
  #streams: readonly LiveStream[] = [];
  #retryMs = FIRST_RETRY_MS;
  #cancelRetry: (() => void) | undefined;
  #downSince: number;
  /** Port of the compositor for each stream. */
  readonly #takenOn = new Map<string, number>();
  readonly #forwarded = new Set<string>();

  /** @param folder for its HLS; deleted with it */
  constructor(
    private readonly roomId: string,
    private readonly liveId: string,
    private readonly folder: string,
    private config: LiveConfig,
    private readonly ports: LiveOutputPorts,
  ) {
    this.#downSince = ports.clock.now();
    void this.#launch();
  }

  get state(): LiveState {
    return this.#state;
  }

  /** The process that does the work, for tests and metrics. */
  get pid(): number | undefined {
    return this.#handle?.pid;
  }

  update(config: LiveConfig, streams: readonly LiveStream[]): void {
    this.config = config;
    this.#streams = streams;
    const there = new Set(streams.map(({ streamId }) => streamId));
    for (const streamId of this.#takenOn.keys()) if (!there.has(streamId)) this.#forget(streamId);
    for (const { streamId, isFlowing } of streams) if (!isFlowing) this.#forwarded.delete(streamId);
    this.#show();
    for (const { streamId } of streams) this.#forward(streamId);
  }

  /** Ends it; resolves when everything is released. Idempotent. */
  async close(): Promise<void> {
    this.#go('ended', undefined);
    await this.#stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #launch(): Promise<void> {
    this.#cancelRetry = undefined;
    try {
      await this.ports.allow(this.config);
    } catch (error) {
      return this.#go('failed', error instanceof Error ? error.message : String(error));
    }
    if (this.#isOver()) return;
    const { clock, entry, ffmpegPath, giveUpMs, pushHosts } = this.ports;
    const { pushUrl, hls, canvas } = this.config;
    const targets: Target[] = [
      ...(pushUrl === undefined ? [] : [{ kind: 'rtmp', url: pushUrl } as const]),
      ...(hls ? [{ kind: 'hls', folder: this.folder } as const] : []),
    ];
    const options = { ffmpegPath, canvas, targets, giveUpMs, pushHosts };
    const handle: CompositorHandle = new CompositorHandle(entry, options, clock, {
      source: (streamId, port) => {
        this.#takenOn.set(streamId, port);
        this.#forwarded.delete(streamId);
        this.#forward(streamId);
      },
      refresh: (streamId) => this.ports.engine.refreshForward(this.#forwardId(streamId)),
      state: (state, reason) => this.#told(state, reason),
      log: (message) => this.ports.log(message),
      gone: (reason) => this.#lost(reason),
    });
    this.#handle = handle;
    this.#scene = undefined;
    this.#show();
  }

  #show(): void {
    const scene = sceneOf(this.config, this.#streams);
    if (this.#handle === undefined || isDeepStrictEqual(scene, this.#scene)) return;
    this.#scene = scene;
    this.#handle.setScene(scene);
  }

  /** Starts to forward a stream that can be forwarded and is not yet. */
  #forward(streamId: string): void {
    const port = this.#takenOn.get(streamId);
    const isFlowing = this.#streams.some((stream) => stream.streamId === streamId && stream.isFlowing);
    if (port === undefined || !isFlowing || this.#forwarded.has(streamId)) return;
    this.#forwarded.add(streamId);
    const { roomId } = this;
    this.ports.engine
      .startForward({ roomId, forwardId: this.#forwardId(streamId), sourceId: streamId, port })
      .catch((error: unknown) => {
        // Retried with its next change.
        this.#forwarded.delete(streamId);
        this.ports.log(`stream ${streamId} cannot be forwarded: ${error instanceof Error ? error.message : 'unknown'}`);
      });
  }

  #forget(streamId: string): void {
    this.ports.engine.stopForward(this.#forwardId(streamId));
    this.#takenOn.delete(streamId);
    this.#forwarded.delete(streamId);
  }

  #told(state: LiveState, reason: string | undefined): void {
    if (state === 'live') this.#retryMs = FIRST_RETRY_MS;
    if (this.#state === 'live' && state !== 'live') this.#downSince = this.ports.clock.now();
    this.#go(state, reason);
    if (state === 'failed') void this.#stop();
  }

  #lost(reason: string): void {
    this.#handle = undefined;
    for (const streamId of this.#takenOn.keys()) this.#forget(streamId);
    if (this.#isOver()) return;
    const now = this.ports.clock.now();
    if (this.#state === 'live') this.#downSince = now;
    if (now - this.#downSince >= this.ports.giveUpMs) return this.#go('failed', reason);
    this.#go('reconnecting', reason);
    this.#cancelRetry = this.ports.clock.after(this.#retryMs, () => void this.#launch());
    this.#retryMs = Math.min(LONGEST_RETRY_MS, this.#retryMs * 2);
  }

  async #stop(): Promise<void> {
    this.#cancelRetry?.();
    for (const streamId of this.#takenOn.keys()) this.#forget(streamId);
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.stop();
  }

  #isOver(): boolean {
    return this.#state === 'ended' || this.#state === 'failed';
  }

  #go(state: LiveState, reason: string | undefined): void {
    if (!canFollow(this.#state, state)) return;
    this.#state = state;
    this.ports.progress({ state, reason });
  }

  #forwardId(streamId: string): string {
    return `${this.liveId}:${streamId}`;
  }
}
