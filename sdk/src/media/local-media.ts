import type { SectionSource } from '../link/carrier.js';
import { isLive, openUserMedia, stopTracks } from '../media/capture.js';
import type { MediaPort } from '../platform/types.js';
import type { MediaKinds, StreamSnapshot } from './types.js';

/** A kind of media. */
export type MediaKind = keyof MediaKinds;

type Wanted = boolean | MediaTrackConstraints | undefined;

export interface PublicationDevicesOptions {
  /** Constraints for opening each kind that is not open yet. */
  readonly wanted: Readonly<Partial<Record<MediaKind, Wanted>>>;
  readonly port: MediaPort | undefined;
  readonly mediaStream: MediaStream;
  /** If true, tracks that were passed in are not stopped with the stream. */
  readonly keepMedia: boolean | undefined;
  /** The device of a track has ended or was revoked. */
  readonly onGone: (kind: MediaKind) => void;
}

/** Tracks of a publication: opening, replacing, losing and stopping them. */
export class PublicationDevices {
  readonly mediaStream: MediaStream;
  readonly #port: MediaPort | undefined;
  readonly #onGone: (kind: MediaKind) => void;
  /** Tracks that are stopped with the stream. */
  readonly #owned: Set<MediaStreamTrack>;
  readonly #wanted: Partial<Record<MediaKind, Wanted>>;
  #sections: Pick<SectionSource, 'getTransceivers'> | undefined;

  constructor({ port, mediaStream, keepMedia, wanted, onGone }: PublicationDevicesOptions) {
    this.mediaStream = mediaStream;
    this.#port = port;
    this.#onGone = onGone;
    this.#wanted = { audio: wanted.audio, video: wanted.video };
    const tracks = mediaStream.getTracks();
    this.#owned = new Set(keepMedia ? [] : tracks);
    this.#watch(tracks);
  }

  has(kind: MediaKind): boolean {
    return this.#tracks(kind).length > 0;
  }

  get resolution(): StreamSnapshot['resolution'] {
    const { width, height } = this.#tracks('video')[0]?.getSettings?.() ?? {};
    return width !== undefined && height !== undefined ? { width, height } : undefined;
  }

  /** Disables the tracks of muted kinds. */
  enable(muted: Readonly<Record<MediaKind, boolean>>): void {
    for (const track of this.mediaStream.getTracks()) track.enabled = !muted[track.kind as MediaKind];
  }

  /** Sets the sections that send from now on. */
  sendOn(sections: Pick<SectionSource, 'getTransceivers'>): void {
    this.#sections = sections;
  }

  /** Sets the constraints with which the kind is opened next. */
  want(kind: MediaKind, constraints: MediaTrackConstraints): void {
    this.#wanted[kind] = constraints;
  }

  /** Opens a kind that is not open yet. @throws {LecternError} `open_user_media_fail` −201. */
  async capture(kind: MediaKind, signal: AbortSignal): Promise<void> {
    const opened = await openUserMedia(this.#port, { [kind]: this.#wanted[kind] || true }, signal);
    if (signal.aborted) stopTracks(opened);
    signal.throwIfAborted();
    for (const track of opened.getTracks()) this.put(track);
  }

  /** Replaces the track of its kind, and stops the old one. */
  put(track: MediaStreamTrack): void {
    this.release(track.kind as MediaKind);
    this.#owned.add(track);
    this.mediaStream.addTrack(track);
    this.#watch([track]);
  }

  /**
   * Stops a kind's device, so that its indicator turns off. The next capture opens the same device if it still exists.
   */
  release(kind: MediaKind): void {
    for (const track of this.#tracks(kind)) {
      track.stop();
      this.#drop(track);
    }
  }

  /**
   * Sends the kind's track in its existing section. Returns false if there is none, so that the stream must be
   * published again.
   */
  async resend(kind: MediaKind): Promise<boolean> {
    const [audio, video] = this.#sections?.getTransceivers() ?? [];
    const transceiver = kind === 'audio' ? audio : video;
    const [track] = this.#tracks(kind);
    // A mixer stream also offers to send a kind that was never opened.
    if (!track || !transceiver?.sender.track || !transceiver.direction.startsWith('send')) return false;
    return transceiver.sender.replaceTrack(track).then(
      () => true,
      () => false,
    );
  }

  /** Stops the tracks that it owns. Idempotent. */
  close(): void {
    for (const track of this.mediaStream.getTracks()) track.removeEventListener('ended', this.#dropEnded);
    for (const track of this.#owned) track.stop();
    this.#owned.clear();
  }

  #tracks(kind: MediaKind): MediaStreamTrack[] {
    return this.mediaStream.getTracks().filter((track) => track.kind === kind);
  }

  #watch(tracks: readonly MediaStreamTrack[]): void {
    for (const track of tracks) track.addEventListener('ended', this.#dropEnded);
  }

  readonly #dropEnded = (): void => {
    const ended = this.mediaStream.getTracks().filter((track) => !isLive(track));
    for (const track of ended) this.#drop(track);
    for (const { kind } of ended) this.#onGone(kind as MediaKind);
  };

  #drop(track: MediaStreamTrack): void {
    const kind = track.kind as MediaKind;
    const { deviceId } = track.getSettings?.() ?? {};
    const wanted = this.#wanted[kind];
    const constraints = typeof wanted === 'object' ? wanted : track.getConstraints?.();
    this.#wanted[kind] = { ...constraints, ...(deviceId !== undefined && { deviceId }) };
    track.removeEventListener('ended', this.#dropEnded);
    this.mediaStream.removeTrack(track);
    this.#owned.delete(track);
  }
}
