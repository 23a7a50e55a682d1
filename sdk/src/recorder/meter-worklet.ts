import { SOUND_METER_CLIP, SOUND_METER_SAMPLES } from './constants.js';

/** Name of the processor in its worklet. */
export const METER_PROCESSOR = 'lectern-sound-meter';

/** Result of the processor for each window: mean of the squares, and the fraction of clipped samples. */
export type MeterWindow = readonly [meanSquare: number, clip: number];

/**
 * Source of the processor, for pages whose content policy allows no `blob:` scripts: serve this text, and pass its
 * address as `workletUrl`. It accumulates windows of 2048 samples (spec §9) of the first channel.
 */
export const METER_WORKLET = `registerProcessor('${METER_PROCESSOR}', class extends AudioWorkletProcessor {
  constructor() {
    super();
    this.count = this.sum = this.clipped = 0;
    this.isOpen = true;
    this.port.onmessage = () => { this.isOpen = false; };
  }
  process([[samples]]) {
    const { length } = samples ?? { length: 128 };
    for (let at = 0; at < length; at++) {
      const sample = samples ? samples[at] : 0;
      this.sum += sample * sample;
      if (Math.abs(sample) > ${SOUND_METER_CLIP}) this.clipped++;
      if (++this.count < ${SOUND_METER_SAMPLES}) continue;
      this.port.postMessage([this.sum / this.count, this.clipped / this.count]);
      this.count = this.sum = this.clipped = 0;
    }
    return this.isOpen;
  }
});
`;

/** The same for given samples. */
export function measure(samples: Float32Array): MeterWindow {
  let sum = 0;
  let clipped = 0;
  for (const sample of samples) {
    sum += sample * sample;
    if (Math.abs(sample) > SOUND_METER_CLIP) clipped += 1;
  }
  return [sum / samples.length, clipped / samples.length];
}
