import { readI420 } from './i420.js';
import type { ToneCounter } from './tone.js';
import type { VideoLog } from './video-log.js';
import type { Wrtc } from './wrtc.js';

/** Reads the pattern off a received video track into a log; the result ends it. */
export const readVideoTrack = (wrtc: Wrtc, track: MediaStreamTrack, log: VideoLog): (() => void) => {
  const sink = new wrtc.nonstandard.RTCVideoSink(track);
  sink.onframe = ({ frame }) => log.add(readI420(frame), frame.width, frame.height);
  return () => sink.stop();
};

/** Listens for tones on a received audio track; the result ends it. */
export const readAudioTrack = (wrtc: Wrtc, track: MediaStreamTrack, tones: ToneCounter): (() => void) => {
  const sink = new wrtc.nonstandard.RTCAudioSink(track);
  sink.ondata = ({ samples, sampleRate, channelCount = 1 }) => {
    const mono = channelCount === 1 ? samples : samples.filter((_, index) => index % channelCount === 0);
    tones.add(mono, sampleRate, 1 / 32_768);
  };
  return () => sink.stop();
};
