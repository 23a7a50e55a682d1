import type { StreamSnapshot } from '@lectern/rtc';
import { ToneCounter, type AudioReport } from '../media/tone.js';
import { readAudioTrack, readVideoTrack } from '../media/track-readers.js';
import { VideoLog } from '../media/video-log.js';
import type { Wrtc } from '../media/wrtc.js';
import type { Perception } from './commands.js';

type WatchedStream = Pick<StreamSnapshot, 'id' | 'isLocal' | 'memberName' | 'mediaStream'>;

interface Watched {
  readonly from: string;
  readonly video: VideoLog;
  readonly tones: ToneCounter;
  /** By track: ends its reading. */
  readonly readings: Map<MediaStreamTrack, () => void>;
}

/** Reads what arrives on remote streams, following each over rebuilds. */
export class Perceptions {
  readonly #watched = new Map<string, Watched>();

  #mix: ToneCounter | undefined;
  #mixTrack: MediaStreamTrack | undefined;
  #endMix: () => void = () => undefined;

  constructor(private readonly wrtc: Wrtc) {}

  /** Follows the snapshot's remote streams: reads new tracks, stops reading removed ones. */
  follow(streams: readonly WatchedStream[]): void {
    const remote = streams.filter(({ isLocal }) => !isLocal);
    for (const [id, watched] of this.#watched) {
      if (remote.some((stream) => stream.id === id)) continue;
      this.#endReadings(watched, []);
      this.#watched.delete(id);
    }
    for (const stream of remote) this.#followStream(stream);
  }

  /** Listens to the mix of a mixed conference. */
  followMix(mix: MediaStream | undefined): void {
    const track = mix?.getTracks()[0];
    if (track === this.#mixTrack) return;
    this.#mixTrack = track;
    this.#endMix();
    if (track) this.#endMix = readAudioTrack(this.wrtc, track, (this.#mix ??= new ToneCounter()));
    else this.#endMix = () => undefined;
  }

  reportMix(): AudioReport | undefined {
    return this.#mix?.report();
  }

  report(): readonly Perception[] {
    return [...this.#watched].map(([streamId, { from, video, tones }]) => ({
      streamId,
      from,
      video: video.report().pictures === 0 ? undefined : video.report(),
      audio: tones.windows === 0 ? undefined : tones.report(),
    }));
  }

  #followStream(stream: WatchedStream): void {
    let watched = this.#watched.get(stream.id);
    if (watched === undefined) {
      const from = stream.memberName.slice(stream.memberName.indexOf('_') + 1);
      watched = { from, video: new VideoLog(), tones: new ToneCounter(), readings: new Map() };
      this.#watched.set(stream.id, watched);
    }
    const tracks = stream.mediaStream?.getTracks() ?? [];
    this.#endReadings(watched, tracks);
    for (const track of tracks) {
      if (watched.readings.has(track)) continue;
      const end =
        track.kind === 'video'
          ? readVideoTrack(this.wrtc, track, watched.video)
          : readAudioTrack(this.wrtc, track, watched.tones);
      watched.readings.set(track, end);
    }
  }

  #endReadings({ readings }: Watched, except: readonly MediaStreamTrack[]): void {
    for (const [track, end] of readings) {
      if (except.includes(track)) continue;
      end();
      readings.delete(track);
    }
  }
}
