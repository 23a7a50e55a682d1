/** Network quality of a stream (spec §4): 2 good, 1 weak, 0 disconnected. */
export type NetworkQuality = 0 | 1 | 2;

/** What the local member sends, or what it receives. */
export type NetworkSide = 'local' | 'remote';

/** Figures of one kind of media of one stream. Counts are since its connection was made. */
export interface KindStats {
  /** Packets sent, or received. */
  readonly packets: number;
  /** Bytes of media sent, or received. */
  readonly bytes: number;
  /** Packets that did not arrive: here, or at the server as far as it has told. */
  readonly packetsLost: number;
  /** Of those since the last sample, in per cent, 0 to 100. What is sent: since the receiver's last report. */
  readonly lossRate: number;
  /** Since the last sample, in 1,000 bytes a second. */
  readonly kilobytesPerSecond: number;
  /** In ms; undefined while nobody told it. */
  readonly jitter: number | undefined;
}

/** Figures of sound. */
export interface AudioStats extends KindStats {
  /** Loudness, 0 to 1; undefined where the browser does not tell it. */
  readonly level: number | undefined;
}

/** Figures of a picture. */
export interface VideoStats extends KindStats {
  /** Of the frames that are sent or received, in pixels; undefined before the first one. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** Sent, or received. */
  readonly framesPerSecond: number | undefined;
}

/** One measurement of a stream (spec §3, quality record). */
export interface StreamSample {
  /** When it was made, in ms since the epoch. */
  readonly at: number;
  /** To the server and back, in ms, of late; undefined while nobody knows. */
  readonly roundTripTime: number | undefined;
  /** Undefined where the connection carries no sound, and while there is no connection. */
  readonly audio: AudioStats | undefined;
  /** Undefined where the connection carries no picture, and while there is no connection. */
  readonly video: VideoStats | undefined;
  /** Nothing is to be expected: every kind is muted, or not wanted. Silence says nothing of the network then. */
  readonly isPaused: boolean;
}

/** What is known of one stream's connection. A new object with each measurement. */
export interface StreamQuality {
  readonly streamId: string;
  readonly memberId: string;
  /** Published here, so the figures tell what is sent; otherwise what is received. */
  readonly isLocal: boolean;
  readonly networkQuality: NetworkQuality;
  /** The newest of the samples. */
  readonly latest: StreamSample;
  /** The last 120, oldest first: four minutes. */
  readonly samples: readonly StreamSample[];
}

/** Everything that is known of the network at one moment; never changed, only replaced. */
export interface QualitySnapshot {
  /** Streams whose connection has been up, in the conference's order. */
  readonly streams: readonly StreamQuality[];
  /** Sides that have had no data since a `networkDisconnected`. */
  readonly disconnected: readonly NetworkSide[];
  /** Ids of the members who talk, in the conference's order, the local one first. */
  readonly talking: readonly string[];
}

/** Moments; for state read the snapshot. */
export interface QualityEvents {
  /** Every measurement, right after its snapshot. */
  measured: (snapshot: QualitySnapshot) => void;
  /** The network of a stream became better or worse (spec §4). */
  networkQualityChanged: (stream: StreamQuality, previous: NetworkQuality) => void;
  /**
   * For 3 s neither audio nor video was sent (`local`) or received (`remote`) although there was something to send or
   * receive; told once per side. When data came back, it is told again after 5 s without (spec §9).
   */
  networkDisconnected: (side: NetworkSide) => void;
}
