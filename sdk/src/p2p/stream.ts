import { anySignal } from '../core/abort.js';
import type { Dispose } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import { stateError, type ConferenceContext } from '../conference/context.js';
import type { CallOptions, MediaKinds } from '../conference/types.js';
import { wrapError } from '../link/wrap-error.js';
import { openUserMedia, stopTracks } from '../media/capture.js';
import type { MediaKind as Kind, TrackProcessor } from '../media/local-media.js';
import { MediaControl } from '../media/media-control.js';
import {
  OP_STREAM_CONTROL,
  OP_TERMINATE,
  STREAM_FAIL_CODE,
  type StreamType,
  type WireMessage,
} from '../protocol/index.js';
import { CallLink } from './link.js';
import type { P2pEndReason, P2pEvents, P2pMediaOptions, P2pStream, P2pStreamSnapshot } from './types.js';
import type { P2pReply } from './wrapping.js';

/** Result of a message that arrived after another device of the same user had answered (spec §8). */
export const OTHER_DEVICE_CODE = -554;

const kindOf = ({ kind }: MediaStreamTrack): Kind => kind as Kind;

/** Dependencies of a stream on its call. */
export interface CallStreamEnvironment {
  readonly context: ConferenceContext;
  readonly isCaller: boolean;
  send(message: WireMessage, to?: string): Promise<P2pReply>;
  emit<K extends keyof P2pEvents>(event: K, ...args: Parameters<P2pEvents[K]>): void;
  /** The stream's snapshot has changed. */
  changed(): void;
}

export interface CallStreamOptions {
  readonly id: string;
  readonly type: StreamType;
  readonly isMain: boolean;
  /** Absent for a stream that the local side offers. */
  readonly offer?: WireMessage;
}

const callOver = (): LecternError => new LecternError('the call is over', { reason: 'closed' });

const remoteMuted = (flags: unknown): Pick<P2pStreamSnapshot, 'remoteAudioMuted' | 'remoteVideoMuted'> => {
  const { voff, aoff } = (flags ?? {}) as { readonly voff?: unknown; readonly aoff?: unknown };
  return { remoteAudioMuted: aoff === 1, remoteVideoMuted: voff === 1 };
};

/** One stream between the two sides: its media and its messages. */
export class CallStream implements P2pStream {
  readonly id: string;
  readonly link: CallLink;
  readonly #env: CallStreamEnvironment;
  #snapshot: P2pStreamSnapshot;
  readonly #media: MediaControl;
  readonly #over = new AbortController();

  constructor(env: CallStreamEnvironment, { id, type, isMain, offer }: CallStreamOptions) {
    const { context, isCaller } = env;
    this.id = id;
    this.#env = env;
    this.#media = new MediaControl({
      port: context.platform.media,
      checkCapture: (kind) => {
        if (!isMain) throw stateError(`nothing is captured of the kind ${kind}: share again with it`);
      },
      resend: (kind) => this.#resend(kind),
      changed: () => this.#showMedia(),
      mutedChanged: () => this.#tellMuted(),
      // The end of a shared screen ends its stream; a call continues without its camera.
      gone: () => {
        if (isMain || this.#media.local.has('video')) return false;
        this.end('hangup', 'tell');
        return true;
      },
    });
    this.link = new CallLink(
      id,
      isMain,
      offer,
      {
        clock: context.platform.clock,
        isCaller,
        isSignallingUp: () => context.signalling.state === 'connected',
        createPeerConnection: () => context.links.createPeerConnection(),
        newContext: () => context.links.ids.context(),
        localMedia: () => this.#media.local.mediaStream,
        describe: () => ({ type, ...this.#offFlags() }),
        send: (message, to) => void this.#send(message, to),
      },
      {
        state: (state, previous) => {
          this.#patch({ link: state, isOutgoing: this.link.isOutgoing, memberId: this.link.memberId });
          env.emit('linkStateChanged', this, state, previous);
        },
        received: (tracks) => this.#receive(tracks),
        weak: () => env.emit('networkWeak', this),
        failed: (cause) => {
          this.end('failed', 'tell');
          env.emit('error', this.#failure(cause));
        },
      },
    );
    this.#snapshot = {
      id,
      type,
      isMain,
      isOutgoing: this.link.isOutgoing,
      memberId: this.link.memberId,
      link: this.link.state,
      localMedia: undefined,
      remoteMedia: undefined,
      audioMuted: false,
      videoMuted: false,
      ...remoteMuted(offer?.pubS),
      wanted: { audio: true, video: true },
      endReason: undefined,
    };
  }

  get snapshot(): P2pStreamSnapshot {
    return this.#snapshot;
  }

  /** Sends the first offer. @throws {LecternError} `push_fail` −203 */
  async call(media: MediaStream, keepsMedia: boolean): Promise<void> {
    this.#take(media, keepsMedia);
    try {
      await this.link.offer();
    } catch (cause) {
      this.end('failed');
      throw this.#failure(cause);
    }
    this.#requireOpen();
  }

  async accept(options: P2pMediaOptions = {}): Promise<void> {
    if (this.link.state !== 'ringing') throw stateError('the stream does not ring');
    this.link.accept();
    const { audio = true, video = true, media, keepMedia = false, signal } = options;
    const { signal: until, release } = anySignal(signal, this.#over.signal);
    try {
      if (this.#snapshot.isMain) {
        const { media: port } = this.#env.context.platform;
        const local = media ?? (await openUserMedia(port, { audio, video }, until));
        if (this.#isOver && !media) stopTracks(local);
        this.#requireOpen();
        this.#take(local, media !== undefined && keepMedia);
      }
      await this.link.answer();
      this.#requireOpen();
    } catch (cause) {
      this.end('failed', 'tell');
      throw cause instanceof LecternError ? cause : this.#failure(cause);
    } finally {
      release();
    }
  }

  async decline(): Promise<void> {
    if (this.link.state === 'ringing') this.end('hangup', 'tell');
  }

  async hangUp(): Promise<void> {
    this.end('hangup', 'tell');
  }

  setMuted(kind: Kind, isMuted: boolean, options?: CallOptions): Promise<void> {
    return this.#media.setMuted(kind, isMuted, options);
  }

  switchDevice(kind: Kind, constraints: MediaTrackConstraints, options?: CallOptions): Promise<void> {
    return this.#media.switchDevice(kind, constraints, options);
  }

  setProcessor(kind: Kind, processor: TrackProcessor | undefined, options?: CallOptions): Promise<void> {
    return this.#media.setProcessor(kind, processor, options);
  }

  deviceTrack(kind: Kind): MediaStreamTrack | undefined {
    return this.#media.deviceTrack(kind);
  }

  async stats(): Promise<RTCStatsReport | undefined> {
    return this.link.stats();
  }

  async setWanted(wanted: MediaKinds): Promise<void> {
    const { wanted: before, remoteVideoMuted } = this.#snapshot;
    const { limits } = this.#env.context.platform;
    if (limits?.keepsVideoInP2p && before.video && !wanted.video && !remoteVideoMuted) {
      throw stateError('Sub not allow. safari close sub video. will error');
    }
    this.#patch({ wanted });
    this.#enableTracks();
  }

  attach(element: HTMLMediaElement, side: 'local' | 'remote' = 'remote'): Dispose {
    const { playback } = this.#env.context;
    if (side === 'local') return playback.attach(element, this.#media, this.#snapshot.localMedia, true);
    return playback.attach(element, this, this.#snapshot.remoteMedia, false);
  }

  /** Handles a further offer of the other side. */
  offered(offer: WireMessage): void {
    this.#patch(remoteMuted(offer.pubS));
    this.link.offered(offer);
  }

  /** Op 106 or 104. */
  answered(answer: WireMessage): 'taken' | 'too-late' {
    const outcome = this.link.answered(answer);
    if (outcome === 'taken') this.#patch(remoteMuted(answer.pubS));
    return outcome;
  }

  /** Op 400. */
  controlled(flags: WireMessage): void {
    this.#patch(remoteMuted(flags));
  }

  /** Ends the stream and releases everything; idempotent. */
  end(reason: P2pEndReason, farewell: 'tell' | 'silent' = 'silent'): void {
    if (this.#isOver) return;
    this.#over.abort(callOver());
    if (farewell === 'tell') void this.#send({ op: OP_TERMINATE, rtcId: this.id }, this.link.memberId);
    for (const owner of [this, this.#media]) this.#env.context.playback.release(owner);
    this.#media.close(callOver());
    this.#snapshot = { ...this.#snapshot, endReason: reason };
    this.link.end();
    this.#env.emit('ended', this, reason);
  }

  get #isOver(): boolean {
    return this.link.state === 'ended';
  }

  #requireOpen(): void {
    if (this.#isOver) throw callOver();
  }

  /** Sends the kind's newest track: in its section where that sends already, else the stream is published again. */
  async #resend(kind: Kind): Promise<void> {
    const track = this.#media.local.track(kind);
    if (track && !this.link.sends(track) && (await this.link.replace(track))) return;
    this.link.renew();
  }

  #tellMuted(): void {
    const message = { op: OP_STREAM_CONTROL, rtcId: this.id, ...this.#offFlags() };
    if (this.link.state !== 'ringing') void this.#send(message, this.link.memberId);
  }

  #showMedia(): void {
    const { mediaStream: localMedia, muted } = this.#media.local;
    this.#patch({ localMedia, audioMuted: muted.audio, videoMuted: muted.video });
  }

  #take(media: MediaStream, keepMedia: boolean): void {
    this.#media.take(media, { keepMedia });
    this.#env.context.playback.update(this.#media, media);
  }

  #receive(tracks: readonly MediaStreamTrack[]): void {
    const { platform, playback } = this.#env.context;
    if (tracks.length > 0) {
      const remoteMedia = platform.createMediaStream(tracks);
      this.#patch({ remoteMedia });
      playback.update(this, remoteMedia);
    }
    this.#enableTracks();
  }

  #enableTracks(): void {
    const { remoteMedia, wanted } = this.#snapshot;
    for (const track of remoteMedia?.getTracks() ?? []) track.enabled = wanted[kindOf(track)];
  }

  #offFlags(): { readonly voff: 0 | 1; readonly aoff: 0 | 1 } {
    const { videoMuted, audioMuted } = this.#snapshot;
    return { voff: videoMuted ? 1 : 0, aoff: audioMuted ? 1 : 0 };
  }

  #patch(part: Partial<P2pStreamSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...part };
    this.#env.changed();
  }

  async #send(message: WireMessage, to: string | undefined): Promise<void> {
    // A call that has ended meanwhile ignores the reply.
    const reply = await this.#env.send(message, to).catch(() => undefined);
    if (reply?.result === OTHER_DEVICE_CODE) this.end('other-device');
  }

  #failure(cause: unknown): LecternError {
    const errorType = this.link.isOutgoing ? 'push_fail' : 'sub_fail';
    return wrapError(cause, errorType, STREAM_FAIL_CODE, 'the stream of the call failed: ');
  }
}
