import { race } from '../core/abort.js';
import type { Dispose } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import { IntentQueue } from '../core/intent-queue.js';
import type { SectionSource } from '../link/carrier.js';
import { resend } from '../link/resend.js';
import { wrapError } from '../link/wrap-error.js';
import { Link, type Farewell } from '../link/link.js';
import {
  CODEC_SWITCH_REBUILD_DELAY_MS,
  OP_STREAM_CONTROL,
  STREAM_FAIL_CODE,
  StreamType,
  type WireResponse,
} from '../protocol/index.js';
import { LocalMedia, type MediaKind, type TrackProcessor } from '../media/local-media.js';
import { closedError, type ConferenceContext } from './context.js';
import { isSilenced, requireAudible } from './settings-updater.js';
import { PublicationCoding } from './publication-coding.js';
import type { CallOptions, LocalStream, MuteOptions, PublishOptions, SourceOptions, StreamSnapshot } from './types.js';

export { checkPublication } from './publication-rules.js';

export interface PublicationOptions extends PublishOptions {
  readonly type: StreamType;
  readonly media: MediaStream;
  /** Called once, when the publication has ended for whatever reason. */
  readonly onEnd: (publication: Publication) => void;
}

/** A stream of the local member. */
export class Publication implements LocalStream {
  readonly type: StreamType;
  readonly devices: LocalMedia;
  readonly link: Link;
  readonly #context: ConferenceContext;
  readonly #options: PublicationOptions;
  readonly #coding: PublicationCoding;
  readonly #intents = new IntentQueue();
  /** Sections that send now. */
  #sections: Pick<SectionSource, 'getTransceivers'> | undefined;
  #snapshot: StreamSnapshot | undefined;

  constructor(context: ConferenceContext, options: PublicationOptions) {
    this.#context = context;
    this.#options = options;
    this.type = options.type;
    const { platform } = context;
    this.#coding = new PublicationCoding(context, options);
    this.devices = new LocalMedia({
      // A desktop stream never opens a camera.
      port: options.type === StreamType.Desktop ? undefined : platform.media,
      onGone: (kind, wasMuted) => this.#deviceGone(kind, wasMuted),
    });
    const { media, keepMedia, audio, video, audioMuted = false, videoMuted = false } = options;
    // A kind that is not captured counts as muted (wire-conference 2.2).
    this.devices.take(media, { keepMedia, wanted: { audio, video } });
    if (audioMuted || isSilenced(context.store.now)) this.devices.setMuted('audio', true);
    if (videoMuted) this.devices.setMuted('video', true);
    this.link = new Link(
      context.links,
      {
        kind: 'publish',
        prepare: (pc) => {
          this.#sections = pc;
          this.#coding.prepare(pc, this.mediaStream);
        },
        request: () => ({ pubS: this.#describe() }),
        adjustAnswer: this.#coding.adjustAnswer,
      },
      {
        state: (link) => context.streams.patch(this.id, { link }),
        accepted: (response) => this.#onAccepted(response),
        media: () => undefined,
        weak: () => {
          if (this.#snapshot) context.store.emit('networkWeak', this.snapshot);
        },
        failed: (error) => {
          if (this.#snapshot) context.store.emit('linkFailed', this.snapshot, error);
          this.end('none', error);
        },
      },
    );
  }

  /** Empty until the server has assigned it. */
  get id(): string {
    return this.#snapshot?.id ?? '';
  }

  get snapshot(): StreamSnapshot {
    const { id } = this;
    this.#snapshot = this.#context.streams.get(id) ?? this.#snapshot;
    if (!this.#snapshot) throw closedError();
    return this.#snapshot;
  }

  get mediaStream(): MediaStream {
    return this.#options.media;
  }

  /** Resolves when the server has accepted the stream. */
  start(): Promise<void> {
    return this.link.open();
  }

  muteAudio(options?: MuteOptions): Promise<void> {
    return this.#setMuted('audio', true, options);
  }

  unmuteAudio(options?: CallOptions): Promise<void> {
    return this.#setMuted('audio', false, options);
  }

  muteVideo(options?: MuteOptions): Promise<void> {
    return this.#setMuted('video', true, options);
  }

  unmuteVideo(options?: CallOptions): Promise<void> {
    return this.#setMuted('video', false, options);
  }

  setSource(kind: MediaKind, constraints: MediaTrackConstraints, options: SourceOptions = {}): Promise<void> {
    const { track, republish, signal } = options;
    const intent = async (signal: AbortSignal): Promise<void> => {
      if (track) {
        await this.devices.put(track);
        this.#applyMuted(kind, this.devices.muted[kind]);
      }
      this.devices.want(kind, constraints);
      if (track) await this.#send(kind, signal, republish);
    };
    // Each passed track needs its own intent, so that none supersedes another.
    return this.#intents.run(`${kind} ${track?.id}`, intent, signal);
  }

  setProcessor(kind: MediaKind, processor: TrackProcessor | undefined, options: CallOptions = {}): Promise<void> {
    const intent = async (signal: AbortSignal): Promise<void> => {
      const isOpen = await this.devices.setProcessor(kind, processor);
      if (isOpen) await this.#send(kind, signal);
    };
    return this.#intents.run(`${kind} processor`, intent, options.signal);
  }

  async stats(): Promise<RTCStatsReport | undefined> {
    return this.link.stats();
  }

  deviceTrack(kind: MediaKind): MediaStreamTrack | undefined {
    return this.devices.deviceTrack(kind);
  }

  attach(element: HTMLMediaElement): Dispose {
    return this.#context.playback.attach(element, this, this.mediaStream, true);
  }

  async unpublish(): Promise<void> {
    this.end();
  }

  /** The server no longer knows this stream: the next offer requests a new id. */
  forget(): void {
    const { id } = this;
    this.#snapshot = undefined;
    this.#context.streams.remove(id);
  }

  /** The server published the stream although its answer was lost: the next offer uses its id. */
  adopt(stream: StreamSnapshot): void {
    if (this.#snapshot) return;
    this.#announce({ ...stream, ...this.#local() });
  }

  /** The others need another codec (terminate reason 21, spec §4); ignored if it is forced or in use already. */
  switchCodec(codecs: readonly string[]): void {
    if (!this.#coding.switchTo(codecs)) return;
    this.#context.store.emit('codecSwitched', this.snapshot, codecs);
    void this.link.rebuild({ delayMs: CODEC_SWITCH_REBUILD_DELAY_MS, isToldFirst: true });
  }

  /** Repeats the mute flags if the server has others, e.g. after a reconnection. */
  assertMuted(server: { readonly audioMuted: boolean; readonly videoMuted: boolean }): void {
    const { muted } = this.devices;
    if (server.audioMuted !== muted.audio || server.videoMuted !== muted.video) this.#postMuted();
  }

  /** Ends the publication and stops its media. Idempotent. */
  end(farewell: Farewell = 'terminate', error: LecternError = closedError()): void {
    const { id } = this;
    this.link.close(farewell, error);
    this.#intents.close(error);
    this.#context.playback.release(this);
    this.devices.close();
    this.#context.store.change(() => {
      this.#context.streams.patch(id, { closeReason: this.link.closeReason });
      this.#snapshot = this.#context.streams.get(id) ?? this.#snapshot;
      this.#context.streams.remove(id);
      this.#options.onEnd(this);
    });
  }

  /** A device has ended or was revoked: its kind counts as muted, like one that was never captured. */
  #deviceGone(kind: MediaKind, wasMuted: boolean): void {
    const { store } = this.#context;
    // The user, or the system, ended the sharing.
    if (this.type === StreamType.Desktop && !this.devices.has('video')) return this.end();
    store.change(() => {
      const message = `the ${kind} device is gone: unmute to open one again`;
      store.emit('error', new LecternError(message, { reason: 'device-missing' }));
      if (wasMuted) return;
      this.#applyMuted(kind, true);
      this.#postMuted();
    });
  }

  /** `pubS` of op 102. */
  #describe(): Readonly<Record<string, unknown>> {
    const { name, ext, screenOptions } = this.#options;
    const { resolution } = this.devices;
    return {
      id: this.#snapshot?.id,
      type: this.type,
      ...this.#offFlags(),
      name,
      ext: JSON.stringify(ext),
      vbitrate: this.#coding.bitrates.video,
      abitrate: this.#coding.bitrates.audio,
      screenOptions,
      resolution: resolution && { w: resolution.width, h: resolution.height },
    };
  }

  /** Fields for which the local state takes precedence over the server's. */
  #local() {
    return {
      isLocal: true,
      audioMuted: this.devices.muted.audio,
      videoMuted: this.devices.muted.video,
      link: this.link.state,
      wanted: undefined,
      mediaStream: this.mediaStream,
    } as const;
  }

  #onAccepted({ streamId, sver, vcodes, csrc }: WireResponse): void {
    const { localMember } = this.#context.store.now;
    const known = this.#snapshot;
    const version = typeof sver === 'number' ? sver : (known?.version ?? 0) + 1;
    if (known && (streamId === undefined || streamId === known.id)) {
      this.#context.streams.patch(known.id, { version });
    } else {
      if (known) this.forget();
      this.#announce({
        id: typeof streamId === 'string' ? streamId : this.link.rtcId,
        memberId: localMember?.id ?? '',
        memberName: localMember?.name ?? '',
        type: this.type,
        name: this.#options.name,
        ext: this.#options.ext,
        version,
        videoCodecs: Array.isArray(vcodes) ? (vcodes as string[]) : this.#coding.codecs(),
        resolution: this.devices.resolution,
        videoBitrate: this.#coding.bitrates.video,
        audioBitrate: this.#coding.bitrates.audio,
        screenOptions: this.#options.screenOptions,
        csrc: typeof csrc === 'number' ? csrc : undefined,
        ...this.#local(),
      });
    }
  }

  #announce(stream: StreamSnapshot): void {
    this.#snapshot = stream;
    this.#context.streams.add(stream);
  }

  /** Takes effect only when the value changes (spec §4). */
  #setMuted(kind: MediaKind, isMuted: boolean, options?: MuteOptions): Promise<void> {
    const intent = async (signal: AbortSignal): Promise<void> => {
      if (!isMuted) this.#requireAudible(kind);
      // Before the change is emitted, so that device listeners see both changes at once.
      if (isMuted && options?.release) this.devices.release(kind);
      if (this.devices.muted[kind] === isMuted) return;
      if (!isMuted && !this.devices.has(kind)) return this.#capture(kind, signal);
      this.#applyMuted(kind, isMuted);
      this.#postMuted();
    };
    return this.#intents.run(kind, intent, options?.signal);
  }

  /** Checked again after a microphone was opened: an admin may have muted the member in between. */
  #requireAudible(kind: MediaKind): void {
    if (kind === 'audio') requireAudible(this.#context.store.now);
  }

  #applyMuted(kind: MediaKind, isMuted: boolean): void {
    this.devices.setMuted(kind, isMuted);
    this.#context.streams.patch(this.id, { ...this.#local(), resolution: this.devices.resolution });
  }

  #postMuted(): void {
    // Deployed servers need not answer op 400 (wire-conference 2.6).
    this.#context.signalling.post({ op: OP_STREAM_CONTROL, rtcId: this.link.rtcId, ...this.#offFlags() });
  }

  #offFlags() {
    const { muted } = this.devices;
    return { voff: Number(muted.video), aoff: Number(muted.audio) };
  }

  /** Opens a kind for unmuting, and publishes again if it was never open (spec §4). */
  async #capture(kind: MediaKind, signal: AbortSignal): Promise<void> {
    try {
      await this.devices.capture(kind, signal);
      try {
        this.#requireAudible(kind);
      } catch (error) {
        this.devices.release(kind);
        throw error;
      }
      this.#applyMuted(kind, false);
      if (!(await this.#send(kind, signal))) this.#postMuted();
    } catch (cause) {
      throw wrapError(cause, kind === 'video' ? 'voff_fail' : 'aoff_fail', STREAM_FAIL_CODE);
    }
  }

  /** Sends the kind's new track. True if the stream was republished for it, which also sends the mute flags. */
  async #send(kind: MediaKind, signal: AbortSignal, republish = false): Promise<boolean> {
    const track = this.devices.track(kind);
    if (!republish && track && (await resend(this.#sections, track))) return false;
    await race(this.link.rebuild(), { signal });
    return true;
  }
}
