import type {
  MediaErrorReason,
  MediaKinds,
  NegotiateAnswer,
  NegotiateRequest,
  PictureNeed,
  PublishAnswer,
  PublishRequest,
  SubscribeAnswer,
  SubscribeRequest,
  TransportState,
  TransportStats,
} from '../../engine.js';
import type { ForwardRequest } from '../../forward.js';
import type { RecordingResult, RecordRequest } from '../../record.js';
import type { RankedVoice } from '../../speakers/index.js';
import type { TransportOptions } from '../options.js';

/** Requests from the host to a worker: parameters and result by name. */
export interface WorkerCalls {
  configure: { params: TransportOptions; result: null };
  publish: { params: { readonly epoch: number; readonly request: PublishRequest }; result: PublishAnswer };
  subscribe: { params: { readonly epoch: number; readonly request: SubscribeRequest }; result: SubscribeAnswer };
  negotiate: {
    /** Epochs of the connection, and of each transport in the order of the request. */
    params: { readonly epochs: readonly [number, ...number[]]; readonly request: NegotiateRequest };
    result: NegotiateAnswer;
  };
  startForward: { params: ForwardRequest; result: null };
  startRecording: { params: RecordRequest; result: null };
  stats: { params: null; result: readonly TransportStats[] };
  /** The worker closes everything and answers; the host then disconnects it. */
  close: { params: null; result: null };
}

export type CallName = keyof WorkerCalls;

/** Commands without an answer, in order with the calls. */
export type Command =
  | { readonly command: 'setWanted'; readonly transportId: string; readonly wanted: MediaKinds }
  | { readonly command: 'setNeed'; readonly transportId: string; readonly need: PictureNeed }
  | { readonly command: 'setForwarded'; readonly sourceId: string; readonly forwarded: MediaKinds }
  | { readonly command: 'closeTransport'; readonly transportId: string }
  | { readonly command: 'refreshForward'; readonly forwardId: string }
  | { readonly command: 'stopForward'; readonly forwardId: string }
  | { readonly command: 'stopRecording'; readonly recordingId: string }
  | { readonly command: 'openMix'; readonly mixId: string }
  | { readonly command: 'removeSource'; readonly sourceId: string };

export type CallMessage = {
  [K in CallName]: {
    readonly kind: 'call';
    readonly id: number;
    readonly name: K;
    readonly params: WorkerCalls[K]['params'];
  };
}[CallName];

export type HostMessage = CallMessage | ({ readonly kind: 'command' } & Command) | { readonly kind: 'ping' };

export interface WireError {
  /** `internal` for errors other than {@link MediaError}: a fault of the worker. */
  readonly reason: MediaErrorReason | 'internal';
  readonly message: string;
}

export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'pong' }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: WireError }
  | { readonly kind: 'state'; readonly transportId: string; readonly epoch: number; readonly state: TransportState }
  | { readonly kind: 'recordingEnded'; readonly result: RecordingResult }
  | { readonly kind: 'speakers'; readonly roomId: string; readonly speakers: readonly RankedVoice[] }
  | { readonly kind: 'log'; readonly message: string; readonly cause: string | undefined };
