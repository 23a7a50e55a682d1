import { IntentQueue } from '../core/intent-queue.js';
import type { LecternError } from '../core/errors.js';
import { wrapError } from '../link/wrap-error.js';
import type { MediaPort } from '../platform/types.js';
import { STREAM_FAIL_CODE } from '../protocol/index.js';
import { LocalMedia, type MediaKind, type TakeOptions, type TrackProcessor } from './local-media.js';
import { reopen } from './reopen.js';

/** Options of every intent. */
export interface MediaIntentOptions {
  /** Aborts the call: it rejects with reason `aborted`. */
  readonly signal?: AbortSignal;
}

export interface MediaControlOptions {
  readonly port: MediaPort | undefined;
  /** Checks that a kind that is not open may be opened. @throws {LecternError} */
  readonly checkCapture: (kind: MediaKind) => void;
  /** Sends the kind's newest track. */
  readonly resend: (kind: MediaKind) => Promise<void>;
  /** The media, or what is muted of them, has changed. */
  readonly changed: () => void;
  /** The user muted or unmuted a kind, or its device is gone: the other side is to be told. */
  readonly mutedChanged: (kind: MediaKind) => void;
  /** A device has ended. Returns true if that was handled, e.g. by the end of the stream. */
  readonly gone?: (kind: MediaKind) => boolean;
}

/** Local media of a stream between two users, as the user controls it. Of concurrent intents the last one wins. */
export class MediaControl {
  readonly local: LocalMedia;
  readonly #options: MediaControlOptions;
  readonly #intents = new IntentQueue();

  constructor(options: MediaControlOptions) {
    this.#options = options;
    this.local = new LocalMedia({
      port: options.port,
      onGone: (kind, wasMuted) => {
        if (options.gone?.(kind)) return;
        options.changed();
        if (!wasMuted) options.mutedChanged(kind);
      },
    });
  }

  take(media: MediaStream, options: TakeOptions): void {
    this.local.take(media, options);
    this.#options.changed();
  }

  readonly setMuted = (kind: MediaKind, isMuted: boolean, { signal }: MediaIntentOptions = {}): Promise<void> => {
    const intent = async (until: AbortSignal): Promise<void> => {
      const { local } = this;
      if (local.muted[kind] === isMuted) return;
      // Before the media is open, the options of the call determine which devices are opened.
      if (!isMuted && local.mediaStream && !local.has(kind)) await this.#capture(kind, until);
      if (!local.setMuted(kind, isMuted)) return;
      this.#options.changed();
      this.#options.mutedChanged(kind);
      if (!isMuted) await this.#options.resend(kind);
    };
    return this.#intents.run(kind, intent, signal);
  };

  /** Sends from another device; without an open one the constraints count from the next opening on. */
  readonly switchDevice = (
    kind: MediaKind,
    constraints: MediaTrackConstraints,
    { signal }: MediaIntentOptions = {},
  ): Promise<void> => {
    const intent = async (until: AbortSignal): Promise<void> => {
      const current = this.deviceTrack(kind);
      if (!current) return this.local.want(kind, constraints);
      const release = async (): Promise<void> => this.#release(kind);
      const { port } = this.#options;
      await reopen({ port, stream: this, kind, current, constraints, republish: false, release, signal: until });
    };
    return this.#intents.run(`${kind} device`, intent, signal);
  };

  /** Sends a track in place of that of its kind. */
  async setSource(
    kind: MediaKind,
    constraints: MediaTrackConstraints,
    { track }: { readonly track: MediaStreamTrack },
  ): Promise<void> {
    this.local.want(kind, constraints);
    await this.local.put(track);
    await this.#options.resend(kind);
  }

  readonly setProcessor = (
    kind: MediaKind,
    processor: TrackProcessor | undefined,
    { signal }: MediaIntentOptions = {},
  ): Promise<void> => {
    const intent = async (): Promise<void> => {
      if (await this.local.setProcessor(kind, processor)) await this.#options.resend(kind);
    };
    return this.#intents.run(`${kind} processor`, intent, signal);
  };

  readonly deviceTrack = (kind: MediaKind): MediaStreamTrack | undefined => this.local.deviceTrack(kind);

  /** Stops what it owns; pending intents reject with the error. Idempotent. */
  close(error: LecternError): void {
    this.#intents.close(error);
    this.local.close();
  }

  async #capture(kind: MediaKind, signal: AbortSignal): Promise<void> {
    this.#options.checkCapture(kind);
    try {
      await this.local.capture(kind, signal);
    } catch (cause) {
      throw wrapError(cause, kind === 'video' ? 'voff_fail' : 'aoff_fail', STREAM_FAIL_CODE);
    }
  }

  #release(kind: MediaKind): void {
    this.local.release(kind);
    const isNew = this.local.setMuted(kind, true);
    this.#options.changed();
    if (isNew) this.#options.mutedChanged(kind);
  }
}
