import { LecternError } from '../core/errors.js';
import { isLive, stopTracks } from '../media/capture.js';
import type { CallKind, CallSnapshot } from './types.js';

export const CALL_KINDS: readonly CallKind[] = ['audio', 'video'];

/** Fields of the call snapshot that describe media. */
export type MediaState = Pick<CallSnapshot, 'localMedia' | 'audioMuted' | 'videoMuted'>;

export interface MediaEvents {
  readonly changed: (part: Partial<MediaState>) => void;
  /** A device has ended: its kind is no longer sent. */
  readonly muted: (kind: CallKind) => void;
}

/** Camera and microphone of this side. */
export class LocalMedia {
  readonly #events: MediaEvents;
  #local: MediaStream | undefined;
  #keepsLocal = false;
  #muted: Readonly<Record<CallKind, boolean>> = { audio: false, video: false };

  constructor(events: MediaEvents) {
    this.#events = events;
  }

  /** Replaces the local media that is sent; a missing kind counts as muted. */
  take(media: MediaStream, keeps: boolean): void {
    this.#local = media;
    this.#keepsLocal = keeps;
    for (const track of media.getTracks()) track.addEventListener('ended', this.#trackEnded);
    this.#set({
      audio: this.#muted.audio || !this.#captures('audio'),
      video: this.#muted.video || !this.#captures('video'),
    });
    this.#events.changed({ localMedia: media });
  }

  /** Returns true if the state changes. @throws {LecternError} reason `invalid-state` when there is nothing to send. */
  setMuted(kind: CallKind, isMuted: boolean): boolean {
    if (this.#muted[kind] === isMuted) return false;
    if (!isMuted && this.#local && !this.#captures(kind)) {
      throw new LecternError(`nothing is captured of the kind ${kind}`, { reason: 'invalid-state' });
    }
    this.#set({ ...this.#muted, [kind]: isMuted });
    return true;
  }

  isMuted(kind: CallKind): boolean {
    return this.#muted[kind];
  }

  /** Releases everything; the devices' indicators turn off. */
  close(): void {
    for (const track of this.#local?.getTracks() ?? []) track.removeEventListener('ended', this.#trackEnded);
    if (this.#local && !this.#keepsLocal) stopTracks(this.#local);
  }

  #captures(kind: CallKind): boolean {
    return this.#local?.getTracks().some((track) => track.kind === kind && isLive(track)) ?? false;
  }

  #set(muted: Readonly<Record<CallKind, boolean>>): void {
    this.#muted = muted;
    for (const track of this.#local?.getTracks() ?? []) track.enabled = !muted[track.kind as CallKind];
    this.#events.changed({ audioMuted: muted.audio, videoMuted: muted.video });
  }

  readonly #trackEnded = (): void => {
    for (const kind of CALL_KINDS) if (!this.#captures(kind) && this.setMuted(kind, true)) this.#events.muted(kind);
  };
}
