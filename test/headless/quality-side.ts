import type { Conference } from '@lectern/rtc';
import { qualityOf, uploadQuality, type QualityUpload, type StreamSample } from '@lectern/rtc/quality';

/** The statistics of one measurement that determine the network quality of a stream. */
export interface QualitySample {
  readonly at: number;
  readonly roundTripTime: number;
  readonly audioLossRate: number;
  readonly videoLossRate: number;
  readonly isFlowing: boolean;
}

/** A change of a stream's network quality, with the samples that caused it. */
export interface QualityChange {
  readonly streamId: string;
  readonly isLocal: boolean;
  readonly from: number;
  readonly to: number;
  readonly samples: readonly QualitySample[];
}

/** The network as a participant has it. */
export interface QualityState {
  readonly conferenceId: string;
  readonly memName: string;
  readonly qualities: Readonly<Record<string, number>>;
  readonly changes: readonly QualityChange[];
  /** Sides for which a notice of missing data was received. */
  readonly notices: readonly string[];
  /** Sides without data at present. */
  readonly disconnected: readonly string[];
  /** Ids of members who talk. */
  readonly talking: readonly string[];
  /** The newest sample of each stream, by stream. */
  readonly latest: Readonly<Record<string, StreamSample>>;
  readonly upload: ReturnType<QualityUpload['getSnapshot']> | undefined;
}

const toSample = ({ at, roundTripTime = 0, audio, video }: StreamSample): QualitySample => ({
  at,
  roundTripTime,
  audioLossRate: audio?.lossRate ?? 0,
  videoLossRate: video?.lossRate ?? 0,
  isFlowing: (audio?.kilobytesPerSecond ?? 0) + (video?.kilobytesPerSecond ?? 0) > 0,
});

/** A participant's statistics, network quality and upload. */
export class QualitySide {
  readonly #conference: Conference;
  readonly #changes: QualityChange[] = [];
  readonly #notices: string[] = [];
  readonly #upload: QualityUpload | undefined;

  constructor(conference: Conference, token: string | undefined) {
    this.#conference = conference;
    const quality = qualityOf(conference);
    quality.on('networkQualityChanged', ({ streamId, isLocal, networkQuality, samples }, from) => {
      this.#changes.push({ streamId, isLocal, from, to: networkQuality, samples: samples.map(toSample) });
    });
    quality.on('networkDisconnected', (side) => this.#notices.push(side));
    this.#upload = token === undefined ? undefined : uploadQuality(conference, { token });
  }

  state(): QualityState {
    const { streams, disconnected, talking } = qualityOf(this.#conference).getSnapshot();
    return {
      conferenceId: this.#conference.id,
      memName: this.#conference.state.getSnapshot().localMember?.name ?? '',
      qualities: Object.fromEntries(streams.map(({ streamId, networkQuality }) => [streamId, networkQuality])),
      latest: Object.fromEntries(streams.map(({ streamId, latest }) => [streamId, latest])),
      changes: this.#changes,
      notices: this.#notices,
      disconnected,
      talking,
      upload: this.#upload?.getSnapshot(),
    };
  }
}
