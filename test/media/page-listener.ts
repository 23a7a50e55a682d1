import type { ToneCounter } from './tone.js';

const ANALYSE_INTERVAL_MS = 50;
const WINDOW_SECONDS = 0.04;
const RECORDING_MS = 1_000;
const DECODED_RATE = 48_000;

let context: AudioContext | undefined;

/** Looks at what an audio context plays, 40 ms each time. */
const analyse = (audio: AudioContext, track: MediaStreamTrack, tones: ToneCounter): (() => void) => {
  const source = audio.createMediaStreamSource(new MediaStream([track]));
  const analyser = new AnalyserNode(audio, { fftSize: 2048 });
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    tones.add(samples.subarray(0, Math.floor(audio.sampleRate * WINDOW_SECONDS)), audio.sampleRate);
  }, ANALYSE_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    source.disconnect();
  };
};

/** Records the track in pieces of one second and analyses them, for browsers without a running audio context. */
const record = (track: MediaStreamTrack, tones: ToneCounter): (() => void) => {
  const recorder = new MediaRecorder(new MediaStream([track]));
  const decoder = new OfflineAudioContext(1, 1, DECODED_RATE);
  recorder.ondataavailable = ({ data }) => {
    void data
      .arrayBuffer()
      .then((buffer) => decoder.decodeAudioData(buffer))
      .then((sound) => tones.add(sound.getChannelData(0), sound.sampleRate));
    if (track.readyState === 'live' && timer !== undefined) recorder.start();
  };
  recorder.start();
  let timer: number | undefined = window.setInterval(() => {
    if (recorder.state === 'recording') recorder.stop();
  }, RECORDING_MS);
  return () => {
    window.clearInterval(timer);
    timer = undefined;
    if (recorder.state === 'recording') recorder.stop();
  };
};

/**
 * Listens to a track directly, independent of the element that plays it: a muted or blocked element must not hide
 * received audio. Firefox runs audio contexts only if there is an audio device.
 */
export const listenTo = (track: MediaStreamTrack, tones: ToneCounter): (() => void) => {
  const audio = (context ??= new AudioContext());
  let stop = audio.state === 'running' ? analyse(audio, track, tones) : record(track, tones);
  const change = (): void => {
    if (audio.state !== 'running') return;
    stop();
    stop = analyse(audio, track, tones);
  };
  audio.addEventListener('statechange', change);
  return () => {
    audio.removeEventListener('statechange', change);
    stop();
  };
};
