import type { ControlTiming } from './timing.js';
import type { CallOptions } from '../conference/types.js';
import type { PointerEnd, PointerSnapshot, RemoteControlFail } from './types.js';

/**
 * State requested for a stream of another member, unless the request was refused (spec §3); updated by later changes of
 * its owner or other members if the owner reports them (op 100232).
 */
export interface RemoteMediaState {
  readonly torch: boolean;
  readonly isFrozen: boolean;
  /** 1 is the whole frame. */
  readonly zoom: number;
}

/** State of all remote controls of the local member, by stream id. */
export interface RemoteControllerSnapshot {
  readonly media: Readonly<Record<string, RemoteMediaState>>;
  readonly pointers: Readonly<Record<string, PointerSnapshot>>;
}

/** Events of a {@link RemoteController}. */
export interface RemoteControllerEvents {
  /** A command was not carried out; its change of the snapshot is reverted. Its promise rejects as well. */
  remoteControlFail: (failure: RemoteControlFail) => void;
  /** A pointer control has ended. */
  pointerEnded: (pointer: PointerSnapshot, reason: PointerEnd) => void;
}

/** Options of a {@link RemoteController}. */
export interface RemoteControllerOptions extends ControlTiming {
  /** Maximum moves kept while the other side is slow, 1 or more; default 20. */
  readonly bufferSize?: number;
}

/** Options of capturing an image. */
export interface CaptureOptions extends CallOptions {
  /** `false` leaves the image with the owner of the stream (default `true`). */
  readonly inAnswer?: boolean;
}
