import { StreamType } from '@lectern/rtc/protocol';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '@lectern/kit/clock';
import { shownFlags } from '../conference/flags.js';
import type { ConferenceState } from '../conference/model.js';
import type { ForwardEngine } from '../media/forward.js';
import { moduleEntry } from '@lectern/kit/processes';
import type { Canvas, LiveConfig } from './config.js';
import { LiveUnavailable, requireFfmpeg } from './ffmpeg.js';
import { LiveOutput } from './output.js';
import type { PushPolicy } from './push-policy.js';
import type { LiveStream } from './scene.js';
import type { LiveProgress } from './states.js';

export interface LiveOptions {
  /** Folder of the HLS files while they are served. */
  readonly folder: string;
  readonly ffmpegPath: string;
  /** Canvas of a live configuration that has none. */
  readonly canvas: Canvas;
  readonly maxPerConference: number;
  /** Limit over all conferences: each output costs about a core. */
  readonly maxInAll: number;
  /** Time for which a target may be unreachable before its output fails. */
  readonly giveUpMs: number;
}

export interface LivePorts {
  readonly clock: Clock;
  readonly engine: ForwardEngine;
  readonly policy: PushPolicy;
  readonly log: Logger;
  progress(confrId: string, liveId: string, progress: LiveProgress): void;
}

/** By live id; undefined for one beyond the capacity. */
type Outputs = Map<string, LiveOutput | undefined>;

/** Keeps the live outputs in line with the conferences: one for each `lives` of an open conference. */
export class LiveService {
  readonly #outputs = new Map<string, Outputs>();
  readonly #known = new Map<string, ConferenceState>();
  readonly #ending = new Set<Promise<void>>();
  #entry = '';
  #isClosed = false;

  constructor(
    readonly options: LiveOptions,
    private readonly ports: LivePorts,
  ) {}

  /** Prepares the folder and deletes the files of an earlier run. */
  async start(): Promise<void> {
    this.#entry = await moduleEntry(new URL('./compositor/main.js', import.meta.url));
    await rm(this.options.folder, { recursive: true, force: true });
  }

  /** Checks that an output is possible as configured. @throws {LiveConfigError} {@link LiveUnavailable} */
  async require(config: LiveConfig): Promise<void> {
    if (config.pushUrl !== undefined) await this.ports.policy.require(config.pushUrl);
    await requireFfmpeg(this.options.ffmpegPath);
    if (!this.#hasRoom) throw new LiveUnavailable(this.#noRoom);
  }

  /** Updates the outputs after a change of a conference. */
  changed(state: ConferenceState): void {
    const known = this.#known.get(state.id);
    if (this.#isClosed || (state.lives.size === 0 && known === undefined)) return;
    if (known !== undefined && !isOther(known, state)) return;
    this.#known.set(state.id, state);
    const lives = state.phase === 'open' ? state.lives : new Map<string, LiveConfig>();
    const outputs: Outputs = this.#outputs.get(state.id) ?? new Map();
    this.#outputs.set(state.id, outputs);
    for (const [liveId, output] of outputs) {
      if (lives.has(liveId)) continue;
      outputs.delete(liveId);
      if (output !== undefined) this.#end(output);
    }
    const streams = lives.size === 0 ? [] : streamsOf(state);
    for (const [liveId, config] of lives) {
      const output = outputs.has(liveId) ? outputs.get(liveId) : this.#open(state.id, liveId, config);
      outputs.set(liveId, output);
      output?.update(config, streams);
    }
    if (outputs.size > 0) return;
    this.#outputs.delete(state.id);
    if (state.lives.size === 0 || state.phase === 'closed') this.#known.delete(state.id);
  }

  /** The folder whose files are served for an output; undefined where there is none. */
  folderOf(confrId: string, liveId: string): string | undefined {
    const hasHls = this.#known.get(confrId)?.lives.get(liveId)?.hls === true;
    return hasHls && this.#outputs.get(confrId)?.has(liveId) === true ? this.#folder(confrId, liveId) : undefined;
  }

  /** Ends all outputs; the conferences keep them for the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const output of this.#all) this.#end(output);
    this.#outputs.clear();
    await Promise.all(this.#ending);
  }

  get #all(): LiveOutput[] {
    return [...this.#outputs.values()].flatMap((outputs) => [...outputs.values()].flatMap((output) => output ?? []));
  }

  get #hasRoom(): boolean {
    const running = this.#all.filter(({ state }) => state !== 'failed').length;
    // Outputs take seconds to end: repeated adding and deleting must not bypass the limit.
    return running + this.#ending.size < this.options.maxInAll;
  }

  get #noRoom(): string {
    return `this server runs ${this.options.maxInAll} live outputs at a time; try again when another has ended`;
  }

  #open(confrId: string, liveId: string, config: LiveConfig): LiveOutput | undefined {
    if (!this.#hasRoom) {
      // Deferred, because the conference is within a step.
      queueMicrotask(() => this.ports.progress(confrId, liveId, { state: 'failed', reason: this.#noRoom }));
      return undefined;
    }
    const { clock, engine, policy } = this.ports;
    const { ffmpegPath, giveUpMs } = this.options;
    const log = this.ports.log.child({ conference: confrId, live: liveId });
    return new LiveOutput(confrId, liveId, this.#folder(confrId, liveId), config, {
      clock,
      engine,
      entry: this.#entry,
      ffmpegPath,
      giveUpMs,
      pushHosts: policy.hosts,
      allow: async ({ pushUrl }) => {
        if (pushUrl !== undefined) await policy.require(pushUrl);
      },
      progress: (progress) => {
        log.info(progress, 'live output');
        if (!this.#isClosed) this.ports.progress(confrId, liveId, progress);
      },
      log: (message) => log.warn(message),
    });
  }

  #end(output: LiveOutput): void {
    const done = output
      .close()
      .catch((error: unknown) => this.ports.log.error({ err: error }, 'a live output did not end cleanly'))
      .finally(() => this.#ending.delete(done));
    this.#ending.add(done);
  }

  #folder(confrId: string, liveId: string): string {
    return join(this.options.folder, confrId, liveId);
  }
}

/** True if the rendered or mixed streams may have changed. */
const isOther = (a: ConferenceState, b: ConferenceState): boolean =>
  a.lives !== b.lives || a.streams !== b.streams || a.phase !== b.phase;

function streamsOf(state: ConferenceState): LiveStream[] {
  return [...state.streams.values()]
    .filter(({ phase }) => phase !== 'starting')
    .map((stream) => ({
      streamId: stream.id,
      isDesktop: stream.type === StreamType.Desktop,
      hasVideo: stream.vcodes.length > 0,
      isVideoMuted: shownFlags(state, stream).voff === 1,
      isFlowing: stream.phase === 'live' || stream.phase === 'suspended',
    }));
}
