import { race } from '../core/abort.js';
import type { Dispose } from '../core/clock.js';
import type { LecternError } from '../core/errors.js';
import { IntentQueue } from '../core/intent-queue.js';
import { wrapError } from '../link/wrap-error.js';
import { chooseSubscribeCodecs } from '../link/codecs.js';
import { Link, type Farewell } from '../link/link.js';
import { prepareSubscribe } from '../link/plan.js';
import { MIXED_AUDIO_STREAM_ID, OP_CHANGE_SUBSCRIPTION, STREAM_FAIL_CODE, StreamType } from '../protocol/index.js';
import { closedError, type ConferenceContext } from './context.js';
import { PictureNeed } from './picture-need.js';
import type { CallOptions, MediaKinds, RemoteStream, StreamSnapshot, VideoQuality } from './types.js';

const KINDS = ['audio', 'video'] as const;

/** Audio of a mixer stream arrives only with the mix, never separately (spec §5). */
const allowed = ({ id, type }: StreamSnapshot, { audio, video }: MediaKinds): MediaKinds => ({
  audio: audio && (type !== StreamType.AudioMixer || id === MIXED_AUDIO_STREAM_ID),
  video,
});

/** Subscription to a stream of another member. */
export class Subscription implements RemoteStream {
  readonly id: string;
  readonly link: Link;
  /** Number of pending `subscribe` calls. */
  waiters = 0;
  readonly #context: ConferenceContext;
  readonly #onEnd: (subscription: Subscription) => void;
  readonly #onMediaChange: (() => void) | undefined;
  readonly #intents = new IntentQueue();
  #media: MediaStream | undefined;
  #wanted: MediaKinds;
  #snapshot: StreamSnapshot;
  #opened: Promise<void> | undefined;
  readonly #need: PictureNeed;

  constructor(
    context: ConferenceContext,
    stream: StreamSnapshot,
    wanted: MediaKinds,
    onEnd: (subscription: Subscription) => void,
    onMedia?: () => void,
  ) {
    this.id = stream.id;
    this.#context = context;
    this.#onEnd = onEnd;
    this.#onMediaChange = onMedia;
    this.#snapshot = stream;
    this.#wanted = allowed(stream, wanted);
    this.#need = new PictureNeed(context, () => this.link);
    this.link = new Link(
      context.links,
      {
        kind: 'subscribe',
        prepare: (pc) => {
          const codecs = { audio: context.policy.forceAudioCodecs, video: this.#codecs() };
          prepareSubscribe(pc, context.platform, this.#offersVideo(), codecs);
        },
        request: () => ({
          subSId: this.id,
          subSVideo: this.#offersVideo(),
          subSAudio: this.#wanted.audio,
        }),
      },
      {
        state: (link) => {
          if (link !== 'closed') context.streams.patch(this.id, { link });
          // It belongs to the channel, which is a new one after a rebuild.
          if (link === 'linked') this.#need.send();
        },
        accepted: () => undefined,
        media: (tracks) => this.#onMedia(tracks),
        weak: () => context.store.emit('networkWeak', this.snapshot),
        failed: (error) => {
          if (this.#media) context.store.emit('linkFailed', this.snapshot, error);
          this.end('none', error);
        },
      },
    );
  }

  get snapshot(): StreamSnapshot {
    this.#snapshot = this.#context.streams.get(this.id) ?? this.#snapshot;
    return this.#snapshot;
  }

  get mediaStream(): MediaStream {
    if (!this.#media) throw closedError();
    return this.#media;
  }

  /** True once media was announced. */
  get isOpen(): boolean {
    return this.#media !== undefined;
  }

  /** Resolves when media is announced; later callers get the first one's promise. */
  start(): Promise<void> {
    if (!this.#opened) {
      this.#context.streams.patch(this.id, { wanted: this.#wanted, closeReason: undefined });
      this.#opened = this.link.open();
    }
    return this.#opened;
  }

  setWanted(wanted: MediaKinds, options?: CallOptions): Promise<void> {
    const intent = (signal: AbortSignal) => this.#setWanted(allowed(this.snapshot, wanted), signal);
    return this.#intents.run('wanted', intent, options?.signal);
  }

  async stats(): Promise<RTCStatsReport | undefined> {
    return this.link.stats();
  }

  attach(element: HTMLMediaElement): Dispose {
    const detach = this.#context.playback.attach(element, this, this.#media, false);
    const stopWatching = this.#need.watch(element);
    return () => {
      stopWatching();
      detach();
    };
  }

  setVideoQuality(quality: VideoQuality): void {
    this.#need.set(quality);
  }

  async unsubscribe(): Promise<void> {
    this.end();
  }

  /** Ends the subscription. Idempotent. */
  end(farewell: Farewell = 'terminate', error: LecternError = closedError()): void {
    const link = this.link.state === 'failed' ? 'failed' : 'idle';
    const { closeReason } = this.link;
    this.link.close(farewell, error);
    this.#intents.close(error);
    this.#context.playback.release(this);
    this.#context.store.change(() => {
      this.#context.streams.patch(this.id, { link, wanted: undefined, mediaStream: undefined, closeReason });
      this.#onEnd(this);
    });
  }

  #offersVideo(): boolean {
    // A stream without codecs has no video (wire-conference 3.1).
    return this.#wanted.video && this.snapshot.videoCodecs.length > 0;
  }

  #codecs(): readonly string[] {
    const { videoCodecs, memberId } = this.snapshot;
    return chooseSubscribeCodecs(this.#context.videoCodecs(), videoCodecs, this.#context.members.codecsOf(memberId));
  }

  #onMedia(tracks: readonly MediaStreamTrack[]): void {
    const mediaStream = this.#context.platform.createMediaStream(tracks);
    this.#media = mediaStream;
    this.#context.streams.patch(this.id, { mediaStream });
    this.#context.playback.update(this, mediaStream);
    this.#onMediaChange?.();
  }

  async #setWanted(wanted: MediaKinds, signal: AbortSignal): Promise<void> {
    const before = this.#wanted;
    if (KINDS.every((kind) => before[kind] === wanted[kind])) return;
    this.#apply(wanted);
    const needed = { audio: wanted.audio, video: this.#offersVideo() };
    try {
      if (KINDS.every((kind) => !needed[kind] || this.link.receives(kind))) {
        const { rtcId } = this.link;
        const message = { subSId: this.id, subSVideo: wanted.video, subSAudio: wanted.audio };
        await this.#context.signalling.request({ op: OP_CHANGE_SUBSCRIPTION, rtcId, ...message }, { signal });
      } else {
        await race(this.link.rebuild(), { signal });
      }
    } catch (cause) {
      if (this.link.state !== 'closed') this.#apply(before);
      throw wrapError(cause, 'sub_fail', STREAM_FAIL_CODE);
    }
  }

  #apply(wanted: MediaKinds): void {
    this.#wanted = wanted;
    this.#context.streams.patch(this.id, { wanted });
  }
}
