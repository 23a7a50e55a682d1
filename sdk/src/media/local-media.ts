import type { MediaPort } from '../platform/types.js';
import { isLive, openUserMedia, stopTracks } from './capture.js';

/** A kind of media. */
export type MediaKind = 'audio' | 'video';

/** Makes the track that is sent from that of a device, e.g. one with a blurred background. */
export type TrackProcessor = (track: MediaStreamTrack) => MediaStreamTrack | Promise<MediaStreamTrack>;

/** Constraints of each kind, as in `getUserMedia`. */
export type WantedMedia = Readonly<Partial<Record<MediaKind, boolean | MediaTrackConstraints | undefined>>>;

export interface LocalMediaOptions {
  readonly port: MediaPort | undefined;
  /** The device of a kind has ended or was revoked; the kind is muted by now. @param wasMuted true if it was before */
  readonly onGone: (kind: MediaKind, wasMuted: boolean) => void;
}

export interface TakeOptions {
  /** If true, the tracks are not stopped by {@link LocalMedia.close}. */
  readonly keepMedia?: boolean | undefined;
  /** Constraints for kinds that are opened later. */
  readonly wanted?: WantedMedia;
}

/** A captured track, and the one that is sent in its place if it has a processor. */
interface Source {
  readonly kind: MediaKind;
  readonly device: MediaStreamTrack;
  sent: MediaStreamTrack;
  readonly isOwned: boolean;
}

const KINDS: readonly MediaKind[] = ['audio', 'video'];

/**
 * Camera and microphone, or a shared screen, of one stream or call: opening, muting, releasing, switching, processing
 * and losing them (spec §4, Streams). A kind that is not captured counts as muted.
 */
export class LocalMedia {
  readonly #options: LocalMediaOptions;
  #media: MediaStream | undefined;
  #sources: Source[] = [];
  #muted: Readonly<Record<MediaKind, boolean>> = { audio: false, video: false };
  readonly #wanted: Partial<Record<MediaKind, boolean | MediaTrackConstraints | undefined>> = {};
  readonly #processors = new Map<MediaKind, TrackProcessor>();

  constructor(options: LocalMediaOptions) {
    this.#options = options;
  }

  /** Takes open media over. Kinds are added to this stream object, and replaced in it. */
  take(media: MediaStream, { keepMedia = false, wanted = {} }: TakeOptions = {}): void {
    this.#media = media;
    Object.assign(this.#wanted, wanted);
    for (const track of media.getTracks()) this.#add(track, track, !keepMedia);
    this.#muted = {
      audio: this.#muted.audio || !this.has('audio'),
      video: this.#muted.video || !this.has('video'),
    };
    this.#enable();
  }

  /** Media that is sent; undefined before {@link take} and after {@link close}. */
  get mediaStream(): MediaStream | undefined {
    return this.#media;
  }

  get muted(): Readonly<Record<MediaKind, boolean>> {
    return this.#muted;
  }

  /** True if a device of the kind is open. */
  has(kind: MediaKind): boolean {
    return this.track(kind) !== undefined;
  }

  /** The track that is sent. */
  track(kind: MediaKind): MediaStreamTrack | undefined {
    return this.#ofKind(kind).find(({ device }) => isLive(device))?.sent;
  }

  /** The track of the device; another one than that which is sent if the kind has a processor. */
  deviceTrack(kind: MediaKind): MediaStreamTrack | undefined {
    return this.#ofKind(kind).find(({ device }) => isLive(device))?.device;
  }

  get resolution(): { readonly width: number; readonly height: number } | undefined {
    const { width, height } = this.track('video')?.getSettings?.() ?? {};
    return width !== undefined && height !== undefined ? { width, height } : undefined;
  }

  /** Stops or resumes sending a kind; its device stays open. Returns false if nothing changes. */
  setMuted(kind: MediaKind, isMuted: boolean): boolean {
    if (this.#muted[kind] === isMuted) return false;
    this.#muted = { ...this.#muted, [kind]: isMuted };
    this.#enable();
    return true;
  }

  /** Sets the constraints with which the kind is opened next. */
  want(kind: MediaKind, constraints: MediaTrackConstraints): void {
    this.#wanted[kind] = constraints;
  }

  /** Opens a kind that is not open. @throws {LecternError} `open_user_media_fail` −201 */
  async capture(kind: MediaKind, signal: AbortSignal): Promise<void> {
    const opened = await openUserMedia(this.#options.port, { [kind]: this.#wanted[kind] || true }, signal);
    try {
      signal.throwIfAborted();
      for (const track of opened.getTracks()) await this.put(track);
    } catch (error) {
      stopTracks(opened);
      throw error;
    }
  }

  /** Takes a track over in place of that of its kind, which is stopped. After the end the track is stopped itself. */
  async put(device: MediaStreamTrack): Promise<void> {
    const kind = device.kind as MediaKind;
    const processor = this.#processors.get(kind);
    const sent = processor ? await processor(device) : device;
    if (!this.#media) {
      for (const track of [device, sent]) track.stop();
      return;
    }
    this.release(kind);
    this.#add(device, sent, true);
    this.#media.addTrack(sent);
    this.#enable();
  }

  /**
   * Sends what the processor makes of the device's track, now and after each change of the device; undefined sends the
   * track itself. Returns the track that is to be sent from now on, if the kind is open.
   */
  async setProcessor(kind: MediaKind, processor: TrackProcessor | undefined): Promise<MediaStreamTrack | undefined> {
    const source = this.#ofKind(kind)[0];
    const sent = source && (processor ? await processor(source.device) : source.device);
    if (processor) this.#processors.set(kind, processor);
    else this.#processors.delete(kind);
    if (!source || !sent || !this.#sources.includes(source)) return undefined;
    this.#media?.removeTrack(source.sent);
    if (source.sent !== source.device) source.sent.stop();
    source.sent = sent;
    this.#media?.addTrack(sent);
    this.#enable();
    return sent;
  }

  /** Stops a kind's device, so that its indicator turns off. The next capture opens the same device if it still exists. */
  release(kind: MediaKind): void {
    for (const source of this.#ofKind(kind)) {
      source.device.stop();
      this.#drop(source);
    }
  }

  /** Stops what it owns. Idempotent. */
  close(): void {
    for (const { device, sent, isOwned } of this.#sources) {
      device.removeEventListener('ended', this.#dropEnded);
      if (isOwned) device.stop();
      if (sent !== device) sent.stop();
    }
    this.#sources = [];
    this.#media = undefined;
  }

  #ofKind(kind: MediaKind): Source[] {
    return this.#sources.filter((source) => source.kind === kind);
  }

  #add(device: MediaStreamTrack, sent: MediaStreamTrack, isOwned: boolean): void {
    this.#sources.push({ kind: device.kind as MediaKind, device, sent, isOwned });
    device.addEventListener('ended', this.#dropEnded);
  }

  #enable(): void {
    for (const { kind, device, sent } of this.#sources) device.enabled = sent.enabled = !this.#muted[kind];
  }

  readonly #dropEnded = (): void => {
    const ended = this.#sources.filter(({ device }) => !isLive(device));
    for (const source of ended) this.#drop(source);
    for (const kind of KINDS) {
      if (!ended.some((source) => source.kind === kind)) continue;
      this.#options.onGone(kind, !this.setMuted(kind, true));
    }
  };

  #drop(source: Source): void {
    const { kind, device, sent } = source;
    const { deviceId } = device.getSettings?.() ?? {};
    const wanted = this.#wanted[kind];
    const constraints = typeof wanted === 'object' ? wanted : device.getConstraints?.();
    this.#wanted[kind] = { ...constraints, ...(deviceId !== undefined && { deviceId }) };
    device.removeEventListener('ended', this.#dropEnded);
    if (sent !== device) sent.stop();
    this.#media?.removeTrack(sent);
    this.#sources = this.#sources.filter((other) => other !== source);
  }
}
