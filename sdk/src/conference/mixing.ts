import type { Dispose } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import type { Link } from '../link/link.js';
import { ConferenceType, MIXED_AUDIO_STREAM_ID, Role, StreamType } from '../protocol/index.js';
import type { ConferenceContext } from './context.js';
import type { Publications } from './publications.js';
import type { Subscriptions } from './subscriptions.js';
import type { MixedAudio, StreamSnapshot } from './types.js';

/** Time without audio after which a member counts as silent, in ms. */
export const SILENT_AFTER_MS = 300;

/** Stream "0", which no server announces. */
const MIXED_STREAM: StreamSnapshot = {
  id: MIXED_AUDIO_STREAM_ID,
  memberId: '',
  memberName: '',
  type: StreamType.AudioMixer,
  isLocal: false,
  name: undefined,
  ext: undefined,
  audioMuted: false,
  videoMuted: true,
  version: 0,
  videoCodecs: [],
  resolution: undefined,
  link: 'idle',
  wanted: undefined,
  mediaStream: undefined,
};

const CONNECTED: readonly string[] = ['connecting', 'linked', 'weak'];

const isConnected = (link: Link | undefined): boolean => link !== undefined && CONNECTED.includes(link.state);

/**
 * Mixed audio of the other members. It arrives on the own audio-mixer stream; in LIVE conferences, members that publish
 * none receive it as stream "0" (spec §4). Stream "0" is subscribed after the enter, dropped while the own stream
 * carries the mix, and subscribed again when that ends. Loaded on demand, since most conferences are not mixed.
 */
export class Mixing implements MixedAudio {
  readonly #context: ConferenceContext;
  readonly #publications: Publications;
  readonly #subscriptions: Subscriptions;
  readonly #stop: Dispose;
  /** Track of the mix that is received. */
  #track: MediaStreamTrack | undefined;
  /** The page's element and those of the application, of which the last one is used. */
  #elements: HTMLMediaElement[] = [];
  #stopPlaying: Dispose = () => undefined;
  #volume = 1;
  #ready: Promise<unknown> | undefined;
  /** State and role of the last subscription to stream "0": a failure is retried when they change, not before. */
  #occasion = '';
  #isClosed = false;

  constructor(context: ConferenceContext, publications: Publications, subscriptions: Subscriptions) {
    this.#context = context;
    this.#publications = publications;
    this.#subscriptions = subscriptions;
    const own = context.platform.createAudioElement?.();
    if (own) this.#elements.push(own);
    this.#stop = context.store.snapshots.subscribe(this.#update);
    this.#update();
  }

  /** Settles with the first subscription of a LIVE audience member, whose joining waits for its media. */
  get ready(): Promise<unknown> | undefined {
    return this.#ready;
  }

  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    this.#volume = Math.min(1, Math.max(0, Number(volume) || 0));
    for (const element of this.#elements) element.volume = this.#volume;
  }

  attach(element: HTMLMediaElement): Dispose {
    this.#elements = [...this.#elements.filter((known) => known !== element), element];
    this.#play();
    return () => {
      this.#elements = this.#elements.filter((known) => known !== element);
      this.#play();
    };
  }

  levels(): ReadonlyMap<string, number> {
    const sources = this.#link()?.sources() ?? [];
    const newest = Math.max(...sources.map(({ timestamp }) => timestamp));
    const audible = sources.filter(
      ({ timestamp, audioLevel }) => audioLevel !== 0 && newest - timestamp <= SILENT_AFTER_MS,
    );
    const { streams } = this.#context.store.now;
    return new Map(
      audible.flatMap(({ source, audioLevel = 1 }) => {
        const stream = streams.find(({ csrc, isLocal }) => csrc === source && !isLocal);
        return stream ? [[stream.id, audioLevel] as const] : [];
      }),
    );
  }

  /** Idempotent. */
  close(): void {
    this.#isClosed = true;
    this.#stop();
    this.#hear(undefined);
  }

  readonly #update = (): void => {
    // Subscriptions that end with the conference also call this.
    if (this.#isClosed) return;
    this.#hear(
      this.#link()
        ?.receivedTracks()
        .find(({ kind }) => kind === 'audio'),
    );
    if (this.#context.store.now.type === ConferenceType.Live) this.#listen();
  };

  get #own(): Link | undefined {
    return this.#publications.ofType(StreamType.AudioMixer)?.link;
  }

  /** Link that carries the mixed audio. */
  #link(): Link | undefined {
    return isConnected(this.#own) ? this.#own : this.#subscriptions.get(MIXED_AUDIO_STREAM_ID)?.link;
  }

  #hear(track: MediaStreamTrack | undefined): void {
    if (track === this.#track) return;
    this.#track = track;
    const { store, platform } = this.#context;
    store.patch({ mixedAudio: track && platform.createMediaStream([track]) });
    this.#play();
  }

  #play(): void {
    this.#stopPlaying();
    const element = this.#elements.at(-1);
    const { mixedAudio } = this.#context.store.now;
    if (!element || !mixedAudio) return;
    element.volume = this.#volume;
    this.#stopPlaying = this.#context.playback.attach(element, this, mixedAudio, false);
  }

  /** Subscribes or drops stream "0". */
  #listen(): void {
    const { store, platform } = this.#context;
    const { state, role } = store.now;
    if (state !== 'joined' && state !== 'recovering') return;
    const subscription = this.#subscriptions.get(MIXED_AUDIO_STREAM_ID);
    if (this.#own) {
      this.#occasion = '';
      if (isConnected(this.#own)) subscription?.end();
      return;
    }
    const isAudience = role === Role.Audience;
    const occasion = `${state} ${role}`;
    if (subscription || occasion === this.#occasion) return;
    if (!isAudience && platform.limits?.needsCaptureToPlay) return;
    this.#occasion = occasion;
    const opened = this.#subscriptions.open(MIXED_STREAM, { audio: true, video: false }, { onChange: this.#update });
    this.#ready ??= isAudience ? opened : Promise.resolve();
    opened.catch((error: unknown) => {
      if (error instanceof LecternError && error.reason !== 'closed') store.emit('error', error);
    });
  }
}
