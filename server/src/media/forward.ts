/** The plain forwarding part of the engine port: a source as unencrypted RTP to a port of this machine. */

/** Payload types of forwarded packets, by codec, so that a receiver recognises a change of codec. */
export const ForwardPayloadType = {
  Opus: 111,
  Vp8: 96,
  H264: 102,
} as const;
export type ForwardPayloadType = (typeof ForwardPayloadType)[keyof typeof ForwardPayloadType];

export interface ForwardRequest {
  readonly roomId: string;
  /** Unique over the engine's life; an open forward of the same id is replaced. */
  readonly forwardId: string;
  readonly sourceId: string;
  /**
   * UDP port on 127.0.0.1 for audio and video alike. The publisher's sender reports follow on the same port (RFC 5761).
   * Each continuous run of packets has an SSRC of its own; packets are neither repeated nor reordered.
   */
  readonly port: number;
}

export interface ForwardEngine {
  /**
   * Forwards the current and future media of the source; muted kinds pause. @throws {MediaError} `no-source`,
   * `engine-down`
   */
  startForward(request: ForwardRequest): Promise<void>;
  /** Asks the publisher for a keyframe, e.g. when a decoder starts. Unknown ids are ignored. */
  refreshForward(forwardId: string): void;
  /** Idempotent; also ends with its source. */
  stopForward(forwardId: string): void;
}
