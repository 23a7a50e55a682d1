import { PatternPainter } from './i420.js';
import { toneSample } from './tone.js';
import type { Wrtc } from './wrtc.js';

export interface SyntheticMediaOptions {
  /** Sender number: 0 to 255 for video, below {@link TONE_COUNT} for audio. */
  readonly sender: number;
  readonly width?: number;
  readonly height?: number;
  readonly framesPerSecond?: number;
}

const AUDIO_RATE = 48_000;
/** WebRTC takes audio in pieces of 10 ms. */
const AUDIO_PIECE = AUDIO_RATE / 100;
const AUDIO_PIECE_MS = 10;
/** After a longer stall the audio continues from now instead of catching up. */
const MAX_CATCH_UP_PIECES = 20;

/** A camera and a microphone for peers in Node. Tracks run until they are stopped. */
export class SyntheticMedia {
  #counter = 0;
  readonly #live = new Set<MediaStreamTrack>();

  constructor(
    private readonly wrtc: Wrtc,
    private readonly options: SyntheticMediaOptions,
  ) {}

  /** Frames painted so far, by all cameras together. */
  get framesSent(): number {
    return this.#counter;
  }

  /** Tracks that were opened and not stopped. */
  get liveTracks(): number {
    return [...this.#live].filter((track) => track.readyState === 'live').length;
  }

  open(kinds: { readonly audio: boolean; readonly video: boolean }): MediaStream {
    const tracks = [...(kinds.audio ? [this.#openMicrophone()] : []), ...(kinds.video ? [this.#openCamera()] : [])];
    for (const track of tracks) this.#live.add(track);
    return new this.wrtc.MediaStream(tracks);
  }

  #openCamera(): MediaStreamTrack {
    const { sender, width = 320, height = 240, framesPerSecond = 15 } = this.options;
    const painter = new PatternPainter(sender, width, height);
    const source = new this.wrtc.nonstandard.RTCVideoSource();
    const track = source.createTrack();
    const timer = setInterval(() => {
      if (track.readyState === 'ended') {
        clearInterval(timer);
        this.#live.delete(track);
        return;
      }
      source.onFrame(painter.paint(this.#counter));
      this.#counter += 1;
    }, 1000 / framesPerSecond);
    return track;
  }

  #openMicrophone(): MediaStreamTrack {
    const source = new this.wrtc.nonstandard.RTCAudioSource();
    const track = source.createTrack();
    let position = 0;
    let pieces = 0;
    const startedAt = performance.now();
    const timer = setInterval(() => {
      if (track.readyState === 'ended') {
        clearInterval(timer);
        this.#live.delete(track);
        return;
      }
      const due = Math.floor((performance.now() - startedAt) / AUDIO_PIECE_MS);
      if (due - pieces > MAX_CATCH_UP_PIECES) pieces = due - 1;
      for (; pieces < due; pieces += 1) {
        const samples = new Int16Array(AUDIO_PIECE);
        for (let index = 0; index < AUDIO_PIECE; index += 1, position += 1) {
          samples[index] = Math.round(toneSample(this.options.sender, position, AUDIO_RATE) * 32_767);
        }
        source.onData({ samples, sampleRate: AUDIO_RATE, channelCount: 1, numberOfFrames: AUDIO_PIECE });
      }
    }, AUDIO_PIECE_MS);
    return track;
  }
}
