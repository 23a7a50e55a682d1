/**
 * The media engine port: everything the server requires of its media forwarding.
 *
 * Code outside `media/werift/` must not know which engine is behind it, and the port carries none of its habits: an
 * engine may ignore client candidates, use one UDP port for all, run in other processes, or start forwarding only once
 * DTLS is up.
 *
 * Terms: a *transport* is one publication or subscription of one member, with a peer connection of its own or as part
 * of a *connection* that several share; a *source* is the media behind a stream id. A source outlives its publisher's
 * transport: when a member republishes, the new transport feeds the same source and the open subscriptions continue
 * with it.
 */

import type { ForwardEngine } from './forward.js';
import type { MixEngine, MixPart } from './mix.js';
import type { RecordEngine, RecordEngineEvents } from './record.js';
import type { RankedVoice } from './speakers/index.js';

export interface IceCandidate {
  /** The candidate attribute's value, starting with `candidate:`. */
  readonly candidate: string;
  readonly sdpMLineIndex: number;
  readonly sdpMid: string;
}

export interface MediaKinds {
  readonly audio: boolean;
  readonly video: boolean;
}

/** A video codec by its rtpmap name, e.g. `VP8` or `H264`. */
export type VideoCodec = string;

export interface PublishRequest {
  /** Groups transports that exchange media; the conference id. */
  readonly roomId: string;
  /** Unique over the engine's life; chosen by the caller. Replaces an open transport of the same id. */
  readonly transportId: string;
  readonly sourceId: string;
  /** The offer's SDP text. */
  readonly offer: string;
  /** Codecs that the conference allows; the first one in the offer's own order is chosen. */
  readonly videoCodecs: readonly VideoCodec[];
  /** The mix that includes the source's audio, and that the transport returns. */
  readonly mix?: MixPart;
}

export interface PublishAnswer {
  /** The answer's SDP text, including every local candidate known so far. */
  readonly answer: string;
  readonly candidates: readonly IceCandidate[];
  /** Kinds that the publisher will send. */
  readonly kinds: MediaKinds;
  /** The codec chosen for video; absent without video. */
  readonly videoCodec?: VideoCodec;
}

export interface SubscribeRequest {
  readonly roomId: string;
  readonly transportId: string;
  readonly sourceId: string;
  readonly offer: string;
  /** Kinds forwarded from the start; changed later by {@link MediaEngine.setWanted}. */
  readonly wanted: MediaKinds;
}

/** Use of a picture by its subscriber. */
export interface PictureNeed {
  /** Height of its place on the screen in device pixels; 0 where it is not seen, absent for the largest size. */
  readonly height?: number;
  /** Pinned by the member, or the active speaker: it comes before other pictures. */
  readonly isPreferred: boolean;
}

export interface SubscribeAnswer {
  /** The answer's SDP text; each sent track carries `a=msid:<sourceId> <track>` (trap T13). */
  readonly answer: string;
  readonly candidates: readonly IceCandidate[];
}

/** A publication that is part of a shared connection. */
export interface SharedPublication extends Omit<PublishRequest, 'roomId' | 'offer'> {
  readonly kind: 'publish';
  /** The sections of the offer that carry it. */
  readonly mids: readonly string[];
}

/** A subscription that is part of a shared connection. */
export interface SharedSubscription extends Omit<SubscribeRequest, 'roomId' | 'offer'> {
  readonly kind: 'subscribe';
  readonly mids: readonly string[];
}

export type SharedTransport = SharedPublication | SharedSubscription;

export interface NegotiateRequest {
  readonly roomId: string;
  /** Unique over the engine's life, among transports too; chosen by the caller. */
  readonly connectionId: string;
  /** True for the first offer of the connection. Otherwise a connection of that id must exist. */
  readonly isNew: boolean;
  /** The offer's SDP text: all sections of the connection. New ICE credentials restart ICE. */
  readonly offer: string;
  /**
   * Transports that begin with this offer, each in sections of its own. Existing ones continue; a transport whose
   * former section is listed here ends.
   */
  readonly transports: readonly SharedTransport[];
}

/** Result of one transport in an offer for many. */
export type SharedResult =
  | ({ readonly transportId: string; readonly ok: true } & Partial<Pick<PublishAnswer, 'kinds' | 'videoCodec'>>)
  | {
      readonly transportId: string;
      readonly ok: false;
      readonly reason: MediaErrorReason;
      readonly message: string;
    };

export interface NegotiateAnswer {
  /** The answer's SDP text; unused sections are inactive. */
  readonly answer: string;
  readonly candidates: readonly IceCandidate[];
  /** One for each transport of the request, in its order. */
  readonly results: readonly SharedResult[];
}

export type TransportState = 'connecting' | 'connected' | 'disconnected' | 'failed' | 'closed';

/** Reason of the failure, which the caller maps to the codes of the wire. */
export type MediaErrorReason = 'bad-sdp' | 'no-source' | 'codec-unsupported' | 'no-transport' | 'engine-down';

export class MediaError extends Error {
  constructor(
    readonly reason: MediaErrorReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'MediaError';
  }
}

export interface TransportStats {
  readonly transportId: string;
  readonly state: TransportState;
  readonly packetsIn: number;
  readonly bytesIn: number;
  readonly packetsOut: number;
  readonly bytesOut: number;
  readonly packetsLostIn: number;
  readonly nacksIn: number;
  readonly keyframeRequestsOut: number;
}

export interface MediaEngineEvents extends RecordEngineEvents {
  candidate: (transportId: string, candidate: IceCandidate) => void;
  /**
   * State of a transport, or of a shared connection under its own id; the transports of a shared connection emit none
   * of their own.
   */
  transportState: (transportId: string, state: TransportState) => void;
  /**
   * A worker died; these transports and connections, and the sources they fed, no longer exist. A new worker is already
   * starting.
   */
  workerLost: (transportIds: readonly string[], cause: Error) => void;
  /** The active speakers of a room changed; `speakers` are their sources, loudest first. */
  speakers: (roomId: string, speakers: readonly RankedVoice[]) => void;
}

export interface MediaEngine extends ForwardEngine, MixEngine, RecordEngine {
  on<K extends keyof MediaEngineEvents>(event: K, listener: MediaEngineEvents[K]): void;
  off<K extends keyof MediaEngineEvents>(event: K, listener: MediaEngineEvents[K]): void;
  /** Resolves when the engine accepts media. */
  start(): Promise<void>;
  /** @throws {MediaError} `bad-sdp`, `codec-unsupported`, `engine-down`; `no-source` where its mix is not open */
  publish(request: PublishRequest): Promise<PublishAnswer>;
  /** @throws {MediaError} `bad-sdp`, `no-source`, `codec-unsupported`, `engine-down` */
  subscribe(request: SubscribeRequest): Promise<SubscribeAnswer>;
  /**
   * Answers an offer of a connection that carries many transports. The results contain the failures of single
   * transports.
   *
   * @throws {MediaError} `bad-sdp`, `no-transport` (the connection does not exist, and is not new), `engine-down`
   */
  negotiate(request: NegotiateRequest): Promise<NegotiateAnswer>;
  /** Unknown transports and unusable candidates are ignored. */
  addCandidates(transportId: string, candidates: readonly IceCandidate[]): void;
  /** Sets the kinds that a subscription receives (op 205). Turning video on asks the publisher for a keyframe. */
  setWanted(transportId: string, wanted: MediaKinds): void;
  /** Sets what a subscriber needs of a picture that is sent in several sizes. Unknown transports are ignored. */
  setNeed(transportId: string, need: PictureNeed): void;
  /** Sets the kinds that a source forwards at all; a muted kind reaches no subscriber (op 400). */
  setForwarded(sourceId: string, forwarded: MediaKinds): void;
  /**
   * Closes one transport; the source it fed remains until {@link removeSource}. The id of a shared connection closes it
   * with all its transports. Idempotent.
   */
  closeTransport(transportId: string): void;
  /** Closes the source and every transport that publishes or subscribes to it. Idempotent. */
  removeSource(sourceId: string): void;
  stats(): Promise<readonly TransportStats[]>;
  /** Number of workers, and of those that accept calls and respond. */
  workers(): { readonly running: number; readonly total: number };
  /** Closes everything and waits for the workers to end. */
  stop(): Promise<void>;
}
