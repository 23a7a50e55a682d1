import type { Canvas, LiveRegion } from '../config.js';
import type { LiveState } from '../states.js';
import type { Target } from './outlet-arguments.js';

/** A region with the current state of its stream. */
export interface Tile extends LiveRegion {
  readonly isMuted: boolean;
}

/** Streams that are rendered and mixed. */
export interface Scene {
  /** In the order of painting. */
  readonly tiles: readonly Tile[];
  /** All streams that are mixed, including those in tiles. */
  readonly streamIds: readonly string[];
}

export interface CompositorOptions {
  readonly ffmpegPath: string;
  readonly canvas: Canvas;
  readonly targets: readonly Target[];
  readonly giveUpMs: number;
  /** Hosts that may be pushed to, by the policy. */
  readonly pushHosts: readonly string[];
}

export type HostMessage =
  | { readonly kind: 'configure'; readonly options: CompositorOptions }
  | { readonly kind: 'scene'; readonly scene: Scene }
  | { readonly kind: 'close' }
  | { readonly kind: 'ping' };

export type CompositorMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'pong' }
  /** A stream's packets are received on this port. */
  | { readonly kind: 'source'; readonly streamId: string; readonly port: number }
  /** A stream's publisher must send a keyframe. */
  | { readonly kind: 'refresh'; readonly streamId: string }
  | { readonly kind: 'state'; readonly state: LiveState; readonly reason: string | undefined }
  | { readonly kind: 'log'; readonly message: string };
