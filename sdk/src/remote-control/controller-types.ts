import type { CallOptions } from '../conference/types.js';
import type { PointerEnd, PointerSnapshot, RemoteControlFail } from './types.js';

/**
 * What was asked of a stream of another member, as far as it was not refused (spec §3); what its owner or somebody else made of
 * it since, where the owner tells (op 100232).
 */
export interface RemoteMediaState {
  readonly torch: boolean;
  readonly isFrozen: boolean;
  /** 1 is the whole picture. */
  readonly zoom: number;
}

/** What the local member controls at one moment, by stream id. */
export interface RemoteControllerSnapshot {
  readonly media: Readonly<Record<string, RemoteMediaState>>;
  readonly pointers: Readonly<Record<string, PointerSnapshot>>;
}

/** Moments of a {@link RemoteController}. */
export interface RemoteControllerEvents {
  /** A command was not carried out; what it had changed in the snapshot is taken back. Its promise rejects as well. */
  remoteControlFail: (failure: RemoteControlFail) => void;
  /** A pointer control is over. */
  pointerEnded: (pointer: PointerSnapshot, reason: PointerEnd) => void;
}

/** How a {@link RemoteController} works. */
export interface RemoteControllerOptions {
  /** Moves that are kept while the other side is slow, 1 or more; default 20. */
  readonly bufferSize?: number;
}

/** Of taking a picture. */
export interface CaptureOptions extends CallOptions {
  /** `false` leaves the picture with the owner of the stream (default `true`). */
  readonly inAnswer?: boolean;
}
