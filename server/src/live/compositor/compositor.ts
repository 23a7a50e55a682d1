import type { Clock } from '@lectern/kit/clock';
import { PushPolicy } from '../push-policy.js';
import type { LiveState } from '../states.js';
import { Encoder } from './encoder.js';
import type { CompositorMessage, CompositorOptions, Scene, Tile } from './ipc.js';
import { Outlet } from './outlet.js';
import { blank, colourOf, paste, type Picture } from './planes.js';
import { FRAME_MS, SoundMix } from './sound.js';
import { StreamSource } from './source.js';

const ENCODER_RETRY_MS = 1_000;
/** After a longer standstill, the missed time is skipped. */
const LONGEST_CATCH_UP_MS = 1_000;

/** Renders the canvas and mixes the audio at a steady rate while streams come and go. */
export class Compositor {
  readonly #sources = new Map<string, StreamSource>();
  readonly #outlets: readonly Outlet[];
  readonly #mix = new SoundMix();
  readonly #background: Picture;
  readonly #reasons = new Map<Outlet, string | undefined>();
  #tiles: readonly Tile[] = [];
  #encoder: Encoder | undefined;
  #beganAt: number;
  #nextSoundAt = 0;
  #nextPictureAt = 0;
  #cancel: (() => void) | undefined;
  #isClosed = false;
  #told: LiveState = 'starting';

  constructor(
    private readonly options: CompositorOptions,
    private readonly clock: Clock,
    private readonly send: (message: CompositorMessage) => void,
  ) {
    const { canvas, ffmpegPath, giveUpMs, targets } = options;
    const policy = new PushPolicy(options.pushHosts);
    this.#background = blank(canvas.width, canvas.height, colourOf(canvas.background));
    this.#beganAt = clock.now();
    this.#outlets = targets.map((target) => {
      const outlet: Outlet = new Outlet(target, {
        ffmpegPath,
        clock,
        giveUpMs,
        reach: (pushUrl) => policy.require(pushUrl),
        state: (_state, reason) => {
          this.#reasons.set(outlet, reason);
          this.#tell();
        },
      });
      return outlet;
    });
    this.#openEncoder();
    this.#run();
  }

  setScene({ tiles, streamIds }: Scene): void {
    const wanted = new Set(streamIds);
    for (const [streamId, source] of this.#sources) {
      if (wanted.has(streamId)) continue;
      source.close();
      this.#sources.delete(streamId);
    }
    for (const streamId of wanted) if (!this.#sources.has(streamId)) this.#addSource(streamId);
    this.#tiles = tiles;
    for (const [streamId, source] of this.#sources) {
      source.show(tiles.find((tile) => tile.streamId === streamId));
    }
  }

  /** Resolves once the targets have received everything. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancel?.();
    for (const source of this.#sources.values()) source.close();
    this.#sources.clear();
    await this.#encoder?.end();
    await Promise.all(this.#outlets.map((outlet) => outlet.close()));
  }

  #addSource(streamId: string): void {
    const source = new StreamSource(
      {
        ffmpegPath: this.options.ffmpegPath,
        clock: this.clock,
        background: this.options.canvas.background,
        refresh: () => this.send({ kind: 'refresh', streamId }),
        log: (message) => this.send({ kind: 'log', message: `${streamId}: ${message}` }),
      },
      (port) => this.send({ kind: 'source', streamId, port }),
    );
    this.#sources.set(streamId, source);
  }

  #openEncoder(): void {
    const { canvas, ffmpegPath } = this.options;
    this.#beganAt = this.clock.now();
    this.#nextSoundAt = this.#nextPictureAt = 0;
    const encoder: Encoder = new Encoder(ffmpegPath, canvas, this.clock, {
      output: (chunk) => {
        for (const outlet of this.#outlets) outlet.write(chunk);
      },
      gone: (reason) => this.#encoderGone(encoder, reason),
    });
    this.#encoder = encoder;
  }

  #encoderGone(encoder: Encoder, reason: string): void {
    if (this.#isClosed || encoder !== this.#encoder) return;
    this.#encoder = undefined;
    this.send({ kind: 'log', message: `the encoder is gone: ${reason}` });
    for (const outlet of this.#outlets) outlet.restart(`the encoder is gone: ${reason}`);
    this.clock.after(ENCODER_RETRY_MS, () => {
      if (!this.#isClosed) this.#openEncoder();
    });
  }

  /** Renders what is due and schedules the next call. */
  #run(): void {
    const elapsed = this.clock.now() - this.#beganAt;
    if (elapsed - this.#nextSoundAt > LONGEST_CATCH_UP_MS) this.#skipTo(elapsed);
    while (this.#nextSoundAt <= elapsed) this.#sound();
    if (this.#nextPictureAt <= elapsed) this.#picture(elapsed);
    const next = Math.min(this.#nextSoundAt, this.#nextPictureAt);
    const wait = next - (this.clock.now() - this.#beganAt);
    this.#cancel = this.clock.after(Math.max(1, wait), () => this.#run());
  }

  #skipTo(elapsed: number): void {
    this.#nextSoundAt = Math.floor(elapsed / FRAME_MS) * FRAME_MS;
  }

  #sound(): void {
    const at = this.#nextSoundAt;
    const lanes = [...this.#sources.values()].map((source) => source.sound);
    this.#encoder?.sound(this.#mix.frame(lanes, this.#beganAt + at), at);
    this.#nextSoundAt += FRAME_MS;
  }

  #picture(elapsed: number): void {
    const interval = 1000 / this.options.canvas.framesPerSecond;
    // Missed frames are skipped; only the latest one is rendered.
    const at = Math.floor(elapsed / interval) * interval;
    this.#nextPictureAt = at + interval;
    const { width, height } = this.#background;
    const canvas: Picture = { width, height, data: Buffer.from(this.#background.data) };
    for (const tile of this.#tiles) {
      const picture = this.#sources.get(tile.streamId)?.viewer?.at(this.#beganAt + at);
      if (picture !== undefined) paste(canvas, picture, tile.x, tile.y);
    }
    this.#encoder?.picture(canvas.data, Math.round(at));
  }

  /** Reports the overall state: that of the worst target, but failed only with the last one. */
  #tell(): void {
    const states = this.#outlets.map((outlet) => outlet.state).filter((state) => state !== 'ended');
    const going = states.filter((state) => state !== 'failed');
    const state =
      (['reconnecting', 'starting', 'live'] as const).find((candidate) => going.includes(candidate)) ?? 'failed';
    const reason = [...this.#reasons.values()].find((text) => text !== undefined);
    if (state === this.#told || this.#isClosed) return;
    this.#told = state;
    this.send({ kind: 'state', state, reason: state === 'live' ? undefined : reason });
  }
}
