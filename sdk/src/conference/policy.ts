/** Codec and bit rate policy of a client's streams, in every conference. */
export interface StreamPolicy {
  /**
   * Video codecs by rtpmap name (`VP8`, `H264`), best first, regardless of the preferences of the server and the
   * others; no other codec is published or requested, and codec switches are ignored (spec §4).
   */
  readonly forceVideoCodecs?: readonly string[];
  /** Audio codecs by rtpmap name (`opus`), best first, offered before all others. */
  readonly forceAudioCodecs?: readonly string[];
  /** Highest bit rate of a published stream's video in kbit/s; by default the browser's. */
  readonly maxVideoBitrate?: number;
  /** Highest bit rate of a published stream's audio in kbit/s; by default the browser's. */
  readonly maxAudioBitrate?: number;
  /**
   * All own streams share one peer connection, all received ones another (capability `transports`), if the server
   * supports it. By default each stream has its own.
   */
  readonly sharedTransports?: boolean;
  /**
   * Cameras are published in several sizes (simulcast), of which each subscriber receives the one that fits its element
   * and its network (capability `layers`), if the server supports it. By default they are published in one.
   */
  readonly simulcast?: boolean;
  /** Several audio-mixer streams may be published at once (spec §5); by default one. */
  readonly allowRepeatMixerPublish?: boolean;
}
