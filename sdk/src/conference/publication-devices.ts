import { isLive, openUserMedia, stopTracks } from '../media/capture.js';
import type { MediaPort } from '../platform/types.js';
import type { MediaKinds, StreamSnapshot } from './types.js';

/** A kind of media. */
export type MediaKind = keyof MediaKinds;

export interface PublicationDevicesOptions {
  readonly port: MediaPort | undefined;
  readonly mediaStream: MediaStream;
  /** The tracks given are not stopped with the stream. */
  readonly keepMedia: boolean | undefined;
  /** The device of a track is gone, or was taken away. */
  readonly onGone: (kind: MediaKind) => void;
}

/** The tracks of a publication: opened, replaced, lost, and stopped in the end. */
export class PublicationDevices {
  readonly mediaStream: MediaStream;
  readonly #port: MediaPort | undefined;
  readonly #onGone: (kind: MediaKind) => void;
  /** Tracks that are stopped with the stream. */
  readonly #owned: Set<MediaStreamTrack>;

  constructor({ port, mediaStream, keepMedia, onGone }: PublicationDevicesOptions) {
    this.mediaStream = mediaStream;
    this.#port = port;
    this.#onGone = onGone;
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

  /** A muted kind sends nothing. */
  enable(muted: Readonly<Record<MediaKind, boolean>>): void {
    for (const track of this.mediaStream.getTracks()) track.enabled = !muted[track.kind as MediaKind];
  }

  /** Opens a kind that is not there yet. @throws {LecternError} `open_user_media_fail` −201. */
  async capture(kind: MediaKind, constraints: boolean | MediaTrackConstraints, signal: AbortSignal): Promise<void> {
    const opened = await openUserMedia(this.#port, { [kind]: constraints }, signal);
    if (signal.aborted) stopTracks(opened);
    signal.throwIfAborted();
    const tracks = opened.getTracks();
    for (const track of tracks) {
      this.#owned.add(track);
      this.mediaStream.addTrack(track);
    }
    this.#watch(tracks);
  }

  /** Stops what is owned. Idempotent. */
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
    for (const track of this.mediaStream.getTracks()) {
      if (isLive(track)) continue;
      this.mediaStream.removeTrack(track);
      this.#owned.delete(track);
      this.#onGone(track.kind as MediaKind);
    }
  };
}
