import { onAbort, race } from '../core/abort.js';
import type { Farewell } from '../link/link.js';
import type { LecternError } from '../core/errors.js';
import { isLive, openUserMedia } from '../media/capture.js';
import { wrapError } from '../link/wrap-error.js';
import { Role, STREAM_FAIL_CODE, StreamType } from '../protocol/index.js';
import { audienceError, type ConferenceContext } from './context.js';
import type { Publication } from './publication.js';
import type { PublishOptions } from './types.js';

/** A published stream, or the reservation for one whose devices are being opened. */
interface Entry {
  readonly type: StreamType;
  publication?: Publication;
}

/**
 * Publications of the local member: at most one stream of each type, unless several mixer streams are allowed (spec
 * §5).
 */
export class Publications {
  readonly #context: ConferenceContext;
  readonly #entries = new Set<Entry>();
  readonly #opening = new AbortController();
  #module: typeof import('./publication.js') | undefined;

  constructor(context: ConferenceContext) {
    this.#context = context;
  }

  /**
   * Loads the publishing code on demand, since audience members never publish, and a conference can have many of them.
   */
  async load(): Promise<typeof import('./publication.js')> {
    try {
      return (this.#module ??= await import('./publication.js'));
    } catch (cause) {
      throw wrapError(cause, 'push_fail', STREAM_FAIL_CODE);
    }
  }

  all(): Publication[] {
    return [...this.#entries].flatMap(({ publication }) => publication ?? []);
  }

  get(id: string): Publication | undefined {
    return this.all().find((publication) => id !== '' && publication.id === id);
  }

  ofType(type: StreamType): Publication | undefined {
    const wanted = this.#typeOf(type);
    return this.all().find((publication) => publication.type === wanted && publication.id !== '');
  }

  /** @throws {LecternError} with the messages of spec §5 and §8; `push_fail` −203; `open_user_media_fail` −201. */
  async publish(options: PublishOptions = {}): Promise<Publication> {
    const { Publication, checkPublication } = this.#module ?? (await this.load());
    const entry: Entry = { type: this.#typeOf(options?.type ?? StreamType.Video) };
    const present = [...this.#entries].map(({ type }) => type);
    checkPublication(this.#context, options, entry.type, present);
    this.#entries.add(entry);
    const { signal } = options;
    const stop = new AbortController();
    const stopListening = [signal, this.#opening.signal].map((source) => onAbort(source, (error) => stop.abort(error)));
    try {
      const media = await this.#open(options, stop.signal);
      const onEnd = (): void => void this.#entries.delete(entry);
      entry.publication = new Publication(this.#context, { ...options, type: entry.type, media, onEnd });
      return await this.#start(entry.publication, stop.signal);
    } finally {
      for (const dispose of stopListening) dispose();
      if (!entry.publication) this.#entries.delete(entry);
    }
  }

  /** Ends all publications. */
  endAll(farewell: Farewell, error?: LecternError): void {
    for (const publication of this.all()) publication.end(farewell, error);
  }

  /** Ends all publications permanently without notifying the server; pending calls reject. */
  close(error: LecternError): void {
    this.#opening.abort(error);
    this.endAll('none', error);
  }

  /** In mixed conferences camera and microphone are published into the mix (spec §3). */
  #typeOf(type: StreamType): StreamType {
    return type === StreamType.Video && this.#context.store.now.isMixed ? StreamType.AudioMixer : type;
  }

  #checkRole(): void {
    if (this.#context.store.now.role === Role.Audience) throw audienceError();
  }

  async #open(options: PublishOptions, signal: AbortSignal): Promise<MediaStream> {
    const { media, audio = true, video = true } = options;
    if (media) {
      // A separate stream object, because kinds may be added to it later.
      return this.#context.platform.createMediaStream(media.getTracks().filter(isLive));
    }
    return openUserMedia(this.#context.platform.media, { audio, video }, signal);
  }

  async #start(publication: Publication, signal: AbortSignal): Promise<Publication> {
    try {
      // The role may have changed while the devices were opened.
      this.#checkRole();
      await race(publication.start(), { signal });
      return publication;
    } catch (error) {
      publication.end();
      throw error;
    }
  }
}
