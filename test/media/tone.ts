/**
 * The audio that identifies its sender: a pulsed tone per sender, because noise suppressors remove steady tones. Pure
 * and free of Node and DOM.
 */

const LOWEST_HZ = 500;
const SPACING_HZ = 150;
/** Number of distinguishable senders; those of higher numbers share the tones of lower ones. */
export const TONE_COUNT = 12;
const PULSE_ON_MS = 300;
const PULSE_PERIOD_MS = 400;
const AMPLITUDE = 0.3;
/** Length of one analysis window: 25 Hz resolution. */
const WINDOW_MS = 40;
/** Minimum share of a window's energy for a tone to count. Several senders may be mixed. */
const MIN_SHARE = 0.05;
/** Mean square below which a window is silence: -50 dB of full scale. */
const SILENCE = 1e-5;

export const toneHz = (sender: number): number => LOWEST_HZ + SPACING_HZ * (sender % TONE_COUNT);

/** The sample (-1 to 1) of a sender's tone at a position. */
export const toneSample = (sender: number, position: number, sampleRate: number): number => {
  const ms = (position / sampleRate) * 1000;
  if (ms % PULSE_PERIOD_MS >= PULSE_ON_MS) return 0;
  return AMPLITUDE * Math.sin((2 * Math.PI * toneHz(sender) * position) / sampleRate);
};

/** Energy of one frequency in the samples, as a share of all (Goertzel). */
const shareOf = (hz: number, samples: Float32Array, sampleRate: number, energy: number): number => {
  const coefficient = 2 * Math.cos((2 * Math.PI * hz) / sampleRate);
  let [previous, beforePrevious] = [0, 0];
  for (const sample of samples) {
    [beforePrevious, previous] = [previous, sample + coefficient * previous - beforePrevious];
  }
  const power = previous ** 2 + beforePrevious ** 2 - coefficient * previous * beforePrevious;
  return (2 * power) / (samples.length * energy);
};

/**
 * Detects the senders whose tones are in one window of samples (-1 to 1); empty for silence. Numbers are below {@link
 * TONE_COUNT}.
 */
export const tonesIn = (samples: Float32Array, sampleRate: number): readonly number[] => {
  const energy = samples.reduce((sum, sample) => sum + sample ** 2, 0);
  if (energy / samples.length < SILENCE) return [];
  return Array.from({ length: TONE_COUNT }, (_, sender) => sender).filter(
    (sender) => shareOf(toneHz(sender), samples, sampleRate, energy) >= MIN_SHARE,
  );
};

/** The tones received on one track. */
export interface AudioReport {
  /** Windows of 40 ms listened to, silent ones too. */
  readonly windows: number;
  /** By sender: windows that held its tone. */
  readonly tones: Readonly<Record<number, number>>;
}

/** Cuts a stream of samples into windows and counts the windows with each tone. */
export class ToneCounter {
  readonly #counts = new Map<number, number>();
  #window = new Float32Array(0);
  #filled = 0;
  #sampleRate = 0;
  #windows = 0;

  /** Number of analysed windows, including silent ones. */
  get windows(): number {
    return this.#windows;
  }

  /** By sender: windows with its tone. */
  get counts(): ReadonlyMap<number, number> {
    return this.#counts;
  }

  report(): AudioReport {
    return { windows: this.#windows, tones: Object.fromEntries(this.#counts) };
  }

  add(samples: ArrayLike<number>, sampleRate: number, scale = 1): void {
    if (sampleRate !== this.#sampleRate) {
      this.#sampleRate = sampleRate;
      this.#window = new Float32Array((sampleRate * WINDOW_MS) / 1000);
      this.#filled = 0;
    }
    for (let index = 0; index < samples.length; index += 1) {
      this.#window[this.#filled] = (samples[index] ?? 0) * scale;
      this.#filled += 1;
      if (this.#filled === this.#window.length) this.#look();
    }
  }

  #look(): void {
    this.#filled = 0;
    this.#windows += 1;
    for (const sender of tonesIn(this.#window, this.#sampleRate)) {
      this.#counts.set(sender, (this.#counts.get(sender) ?? 0) + 1);
    }
  }
}
