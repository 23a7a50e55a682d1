import { onAbort, race } from '../core/abort.js';
import type { LecternError } from '../core/errors.js';
import type { Farewell } from '../link/link.js';
import { isLive, openUserMedia } from '../media/capture.js';
import { Role, StreamType } from '../protocol/index.js';
import { argumentError, audienceError, requireOpen, stateError, type ConferenceContext } from './context.js';
import { Publication } from './publication.js';
import type { PublishOptions } from './types.js';

/** What the local member publishes: at most one stream of each type (spec §5). */
export class Publications {
  readonly #context: ConferenceContext;
  /** `opening` holds the place while camera and microphone are being opened. */
  readonly #byType = new Map<StreamType, Publication | 'opening'>();
  readonly #opening = new AbortController();

  constructor(context: ConferenceContext) {
    this.#context = context;
  }

  all(): Publication[] {
    return [...this.#byType.values()].filter((entry) => entry !== 'opening');
  }

  get(id: string): Publication | undefined {
    return this.all().find((publication) => id !== '' && publication.id === id);
  }

  ofType(type: StreamType): Publication | undefined {
    const entry = this.#byType.get(type);
    return entry === 'opening' || entry?.id === '' ? undefined : entry;
  }

  /** @throws {LecternError} with the messages of spec §5 and §8; `push_fail` −203; `open_user_media_fail` −201. */
  async publish(options: PublishOptions = {}): Promise<Publication> {
    const type = StreamType.Video;
    this.#check(options, type);
    this.#byType.set(type, 'opening');
    const { signal } = options;
    const stop = new AbortController();
    const stopListening = [signal, this.#opening.signal].map((source) => onAbort(source, (error) => stop.abort(error)));
    try {
      const media = await this.#open(options, stop.signal);
      return await this.#start(type, media, options, stop.signal);
    } finally {
      for (const dispose of stopListening) dispose();
      if (this.#byType.get(type) === 'opening') this.#byType.delete(type);
    }
  }

  /** Ends all of them. */
  endAll(farewell: Farewell, error?: LecternError): void {
    for (const publication of this.all()) publication.end(farewell, error);
  }

  /** Ends all of them for good, without a word to the server; calls that are under way reject. */
  close(error: LecternError): void {
    this.#opening.abort(error);
    this.endAll('none', error);
  }

  #check(options: PublishOptions | null, type: StreamType): void {
    requireOpen(this.#context.board.now);
    if (typeof options !== 'object' || options === null) throw argumentError('require pubS');
    this.#checkRole();
    if (this.#byType.has(type)) {
      throw stateError('Audio and video stream has been published. not allow repeat publish.');
    }
    const { media, audio = true, video = true } = options;
    if (media && !media.active) throw argumentError('stream non-active');
    if (!media && !audio && !video) throw argumentError('pubS null or stream not open');
  }

  #checkRole(): void {
    if (this.#context.board.now.role === Role.Audience) throw audienceError();
  }

  async #open(options: PublishOptions, signal: AbortSignal): Promise<MediaStream> {
    const { media, audio = true, video = true } = options;
    if (media) {
      // A stream of its own, because kinds may be added to it later.
      return this.#context.platform.createMediaStream(media.getTracks().filter(isLive));
    }
    return openUserMedia(this.#context.platform.media, { audio, video }, signal);
  }

  async #start(
    type: StreamType,
    media: MediaStream,
    options: PublishOptions,
    signal: AbortSignal,
  ): Promise<Publication> {
    const publication = new Publication(this.#context, {
      ...options,
      type,
      media,
      onEnd: (ended) => {
        if (this.#byType.get(type) === ended) this.#byType.delete(type);
      },
    });
    this.#byType.set(type, publication);
    try {
      // It may have changed while the devices were opened.
      this.#checkRole();
      await race(publication.start(), { signal });
      return publication;
    } catch (error) {
      publication.end();
      throw error;
    }
  }
}
