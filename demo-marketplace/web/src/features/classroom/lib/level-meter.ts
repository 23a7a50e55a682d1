const FFT_SIZE = 512;
/** Quieter than this is silence, louder than the other end is full. */
const FLOOR_DB = -60;
const CEILING_DB = -10;

/** Loudness of one block of samples, from 0 (silence) to 1. */
export function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 10 * Math.log10(sum / samples.length + 1e-12);
  return Math.min(1, Math.max(0, (decibels - FLOOR_DB) / (CEILING_DB - FLOOR_DB)));
}

/** Measures the level of a microphone once per animation frame. @returns stops the measurement */
export function measureLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = FFT_SIZE;
  const source = context.createMediaStreamSource(new MediaStream([track]));
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let shown = 0;
  let frame = requestAnimationFrame(function measure() {
    analyser.getFloatTimeDomainData(samples);
    // Up at once, down slowly: that is how people read a meter.
    shown = Math.max(levelOf(samples), shown * 0.9);
    onLevel(shown);
    frame = requestAnimationFrame(measure);
  });
  return () => {
    cancelAnimationFrame(frame);
    source.disconnect();
    void context.close();
  };
}
