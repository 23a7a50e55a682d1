/** The plain forwarding part of the engine port: a source as unencrypted RTP to a port of this machine, for ffmpeg. */

export interface ForwardTarget {
  /** UDP port on 127.0.0.1; RTCP goes to the next one. */
  readonly port: number;
  readonly payloadType: number;
}

export interface ForwardRequest {
  readonly roomId: string;
  /** Unique over the engine's life. */
  readonly forwardId: string;
  readonly sourceId: string;
  readonly audio?: ForwardTarget;
  readonly video?: ForwardTarget;
}

export interface ForwardedCodec {
  /** As in rtpmap: `opus`, `VP8`, `H264`. */
  readonly name: string;
  readonly clockRate: number;
  readonly channels?: number;
  /** The fmtp value, where the receiver needs one (H264). */
  readonly format?: string;
}

export interface ForwardAnswer {
  readonly audio?: ForwardedCodec;
  readonly video?: ForwardedCodec;
}

export interface ForwardEngine {
  /** Forwards what the source publishes now and later; muted kinds pause. @throws {MediaError} `no-source`, `engine-down` */
  startForward(request: ForwardRequest): Promise<ForwardAnswer>;
  /** Asks the publisher for a keyframe, e.g. when a decoder starts. Unknown ids are ignored. */
  refreshForward(forwardId: string): void;
  /** Idempotent; also ends with its source. */
  stopForward(forwardId: string): void;
}
