import type { WireMessage } from '@lectern/rtc/protocol';
import type {
  IceCandidate,
  MediaKinds,
  NegotiateRequest,
  PictureNeed,
  PublishRequest,
  SubscribeRequest,
} from '../media/engine.js';
import type { MixRequest } from '../media/mix.js';
import type { WebhookEvent } from '../webhooks/events.js';
import type { FactChanges } from './durable.js';

/** A timer of the conference; starting a running one restarts it. */
export type Timer = 'reap' | `member:${string}` | `stream:${string}` | `codec:${string}`;

/** Identifies an offer of a connection that carries many streams. */
export interface OfferNames {
  readonly cctx: string | undefined;
  readonly tsxId: string | undefined;
}

/** Side effects of a step, to be executed in this order. */
export type Effect =
  | { readonly kind: 'send'; readonly socketId: string; readonly frame: WireMessage }
  /** Binds the socket to this member. */
  | { readonly kind: 'bind'; readonly socketId: string; readonly memberId: string; readonly sessId: string }
  /** The member has left; the socket no longer belongs to a member. */
  | { readonly kind: 'release'; readonly socketId: string }
  /**
   * The last frame of the socket was an answer that another member requested: it does not count against its rate limit.
   */
  | { readonly kind: 'refund'; readonly socketId: string }
  /** The last frame of the socket counts as more of them against its rate limit. */
  | { readonly kind: 'charge'; readonly socketId: string; readonly frames: number }
  | { readonly kind: 'closeSocket'; readonly socketId: string; readonly code: number; readonly reason: string }
  | { readonly kind: 'openMix'; readonly request: MixRequest }
  | { readonly kind: 'publish'; readonly request: PublishRequest }
  | { readonly kind: 'subscribe'; readonly request: SubscribeRequest }
  /** Answered with a `negotiated` input that has the same `offer`. */
  | { readonly kind: 'negotiate'; readonly request: NegotiateRequest; readonly offer: OfferNames }
  | { readonly kind: 'candidates'; readonly transportId: string; readonly candidates: readonly IceCandidate[] }
  | { readonly kind: 'wanted'; readonly transportId: string; readonly wanted: MediaKinds }
  | { readonly kind: 'need'; readonly transportId: string; readonly need: PictureNeed }
  | { readonly kind: 'forwarded'; readonly sourceId: string; readonly forwarded: MediaKinds }
  | { readonly kind: 'closeTransport'; readonly transportId: string }
  | { readonly kind: 'removeSource'; readonly sourceId: string }
  /** Op 500: answered with a `recorded` input. */
  | {
      readonly kind: 'record';
      readonly memberId: string;
      readonly streamId: string;
      readonly tsxId: string | undefined;
    }
  | { readonly kind: 'startTimer'; readonly timer: Timer; readonly delayMs: number }
  | { readonly kind: 'stopTimer'; readonly timer: Timer }
  /** An event for consumers outside of the conference; `reduce` moves it into the step's `persist`. */
  | { readonly kind: 'happened'; readonly event: WebhookEvent }
  /** First of its step, before any effect that depends on it. Made by `reduce` alone. */
  | { readonly kind: 'persist'; readonly changes: FactChanges }
  /** The conference is closed; no effect follows. */
  | { readonly kind: 'closed' };

export type EffectKind = Effect['kind'];
