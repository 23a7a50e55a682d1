/** Network quality of a stream (spec §4): 2 good, 1 weak, 0 disconnected. */
export type NetworkQuality = 0 | 1 | 2;

/** `local` is the media that the local member sends, `remote` the media that it receives. */
export type NetworkSide = 'local' | 'remote';

/** Statistics of one kind of media of one stream. Counts start with its connection. */
export interface KindStats {
  /** Packets sent, or received. */
  readonly packets: number;
  /** Bytes of media sent, or received. */
  readonly bytes: number;
  /** Packets lost on the way to this side, or to the server according to its reports. */
  readonly packetsLost: number;
  /** Loss since the last sample, in per cent, 0 to 100. For sent media: since the receiver's last report. */
  readonly lossRate: number;
  /** Since the last sample, in 1,000 bytes a second. */
  readonly kilobytesPerSecond: number;
  /** In ms; undefined until it was reported. */
  readonly jitter: number | undefined;
}

/** Statistics of audio. */
export interface AudioStats extends KindStats {
  /** Audio level, 0 to 1; undefined where the browser does not report it. */
  readonly level: number | undefined;
}

/** Statistics of video. */
export interface VideoStats extends KindStats {
  /** Size of the frames that are sent or received, in pixels; undefined before the first one. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** Sent, or received. */
  readonly framesPerSecond: number | undefined;
}

/** One measurement of a stream (spec §3, quality record). */
export interface StreamSample {
  /** Time of the measurement, in ms since the epoch. */
  readonly at: number;
  /** Recent round trip to the server, in ms; undefined until it was measured. */
  readonly roundTripTime: number | undefined;
  /** Undefined while there is no connection, or if it carries no audio. */
  readonly audio: AudioStats | undefined;
  /** Undefined while there is no connection, or if it carries no video. */
  readonly video: VideoStats | undefined;
  /** No media is expected: every kind is muted, or not wanted. Silence is then no sign of a network problem. */
  readonly isPaused: boolean;
}

/** Quality of one stream's connection. A new object with each measurement. */
export interface StreamQuality {
  readonly streamId: string;
  readonly memberId: string;
  /** True for a local publication, whose figures describe sent media; otherwise they describe received media. */
  readonly isLocal: boolean;
  readonly networkQuality: NetworkQuality;
  /** The newest of the samples. */
  readonly latest: StreamSample;
  /** The last 120, oldest first: four minutes. */
  readonly samples: readonly StreamSample[];
}

/** Network state at one moment; immutable. */
export interface QualitySnapshot {
  /** Streams that have been connected, in the conference's order. */
  readonly streams: readonly StreamQuality[];
  /** Sides that have had no data since a `networkDisconnected`. */
  readonly disconnected: readonly NetworkSide[];
  /** Ids of the members who talk, in the conference's order, the local one first. */
  readonly talking: readonly string[];
}

/** Events; the state is in the snapshot. */
export interface QualityEvents {
  /** Emitted for every measurement, right after its snapshot. */
  measured: (snapshot: QualitySnapshot) => void;
  /** The network of a stream became better or worse (spec §4). */
  networkQualityChanged: (stream: StreamQuality, previous: NetworkQuality) => void;
  /**
   * For 3 s neither audio nor video was sent (`local`) or received (`remote`) although there was something to send or
   * receive; emitted once per side. After data resumed, it is emitted again after 5 s without data (spec §9).
   */
  networkDisconnected: (side: NetworkSide) => void;
}
