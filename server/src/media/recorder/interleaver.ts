import type { RecordingContent } from '../record.js';
import { SILENCE, SILENCE_MS } from './opus.js';
import { type FeedTimeline, MAX_SKEW_MS } from './timeline.js';
import type { VideoFormat } from './webm-header.js';
import { type WebmOutput, WebmWriter } from './webm-writer.js';

/** A sample to be written, placed by the timeline of its own feed, which may still be corrected. */
export interface Sample {
  readonly track: 'audio' | 'video';
  readonly timeline: FeedTimeline;
  readonly timestamp: number;
  /** Arrival of its last packet, in epoch ms. */
  readonly arrivedAt: number;
  readonly durationMs: number;
  readonly isKeyframe: boolean;
  readonly data: Buffer;
  /** Format of a video keyframe. */
  readonly format?: VideoFormat;
}

/** Delay of writing after the capture; samples that arrive later are late. */
const LAG_MS = 2_000;
/** Gap in the audio from which silence is inserted; shorter ones are the jitter of clocks. */
const HOLE_MS = 15;
/** Audio that overlaps by more is dropped. */
const OVERLAP_MS = 20;
/** Frames that claim the same time are written one after the other, up to this distance from it. */
const CROWDING_MS = 1_000;
/**
 * Limit of samples that wait for their time, or for a sender report that corrects it; a regular source has about 250.
 */
const MAX_WAITING = 10_000;
/**
 * A longer gap in the audio is left as a jump in time. A mute is filled while it lasts, so that only a suspended
 * machine leaves such a gap; filling hours at once would block the worker.
 */
const LONGEST_SILENCE_MS = 60_000;
/** Delay of inserted silence, so that it does not take the place of audio that is still in transit. */
const SILENCE_LAG_MS = 200;

/** Writes the samples of both tracks in order of time, and silence where there is no audio. */
export class Interleaver {
  #samples: Sample[] = [];
  #writer: WebmWriter | undefined;
  #startedAt: number | undefined;
  #hasAudio = false;
  #format: VideoFormat | undefined;
  /** End of the audio, and time of the last frame; since the beginning of the file, in ms. */
  #audioEnd = 0;
  #videoEnd = -1;

  constructor(private readonly output: WebmOutput) {}

  /** Content written so far. */
  get content(): RecordingContent {
    const { codec, width, height } = this.#format ?? {};
    return {
      bytes: this.#writer?.bytes ?? 0,
      durationMs: Math.round(this.#writer?.durationMs ?? 0),
      startedAt: Math.round(this.#startedAt ?? 0),
      kinds: { audio: this.#hasAudio && this.#writer !== undefined, video: this.#format !== undefined },
      ...(codec !== undefined && width !== undefined && height !== undefined && { video: { codec, width, height } }),
    };
  }

  /** Adds an audio track, which carries silence until audio arrives. */
  expectAudio(): void {
    if (this.#hasAudio) return;
    this.#hasAudio = true;
    this.#writer?.addAudio();
    // A track may begin late; silence before it would have to be written behind frames that are hours younger.
    this.#audioEnd = Math.max(0, this.#videoEnd);
  }

  add(sample: Sample): void {
    this.#samples.push(sample);
  }

  /** Writes samples that are old enough. @param now epoch ms */
  write(now: number): void {
    this.#writeUntil(now - LAG_MS);
    if (this.#startedAt !== undefined) this.#fillSilence(now - LAG_MS - SILENCE_LAG_MS - this.#startedAt);
  }

  /** Writes all remaining samples. */
  finish(): void {
    this.#writeUntil(Infinity);
    this.#fillSilence(this.#videoEnd);
    this.#writer?.finish();
  }

  #writeUntil(until: number): void {
    const timed = this.#samples.map((sample) => ({ sample, at: captureTime(sample) }));
    this.#samples = timed
      .filter(({ at }) => at > until)
      .slice(-MAX_WAITING)
      .map(({ sample }) => sample);
    const due = timed
      .filter(({ at }) => at <= until)
      .sort((a, b) => a.at - b.at || a.sample.track.localeCompare(b.sample.track));
    for (const { sample, at } of due) this.#write(sample, at);
  }

  #write(sample: Sample, at: number): void {
    const writer = (this.#writer ??= this.#begin(at));
    const time = Math.max(0, at - (this.#startedAt ?? at));
    if (sample.track === 'audio') this.#writeAudio(writer, sample, time);
    else this.#writeVideo(writer, sample, time);
  }

  #begin(at: number): WebmWriter {
    this.#startedAt = at;
    const writer = new WebmWriter(this.output, at);
    if (this.#hasAudio) writer.addAudio();
    return writer;
  }

  #writeAudio(writer: WebmWriter, { data, durationMs }: Sample, time: number): void {
    this.#fillSilence(time);
    if (this.#audioEnd - time > OVERLAP_MS) return;
    const start = Math.max(time, this.#audioEnd);
    writer.write({ track: 'audio', timeMs: Math.round(start), durationMs, isKeyframe: true, data });
    this.#audioEnd = start + durationMs;
  }

  #writeVideo(writer: WebmWriter, { data, durationMs, isKeyframe, format }: Sample, time: number): void {
    if (this.#videoEnd - time > CROWDING_MS) return;
    if (format !== undefined) this.#adopt(writer, format);
    this.#fillSilence(time - SILENCE_LAG_MS);
    const start = Math.max(Math.round(time), this.#videoEnd + 1);
    writer.write({ track: 'video', timeMs: start, durationMs, isKeyframe, data });
    this.#videoEnd = start;
  }

  /** The track header carries the largest frame size; each keyframe carries its own. */
  #adopt(writer: WebmWriter, format: VideoFormat): void {
    const known = this.#format;
    const isLarger = known === undefined || format.width * format.height > known.width * known.height;
    if (!isLarger) return;
    this.#format = format;
    writer.setVideo(format);
  }

  /** Audio needs to be continuous: players count its samples. */
  #fillSilence(until: number): void {
    if (!this.#hasAudio) return;
    if (until - this.#audioEnd > LONGEST_SILENCE_MS) this.#audioEnd = until;
    while (until - this.#audioEnd >= HOLE_MS) {
      const timeMs = Math.round(this.#audioEnd);
      this.#writer?.write({ track: 'audio', timeMs, durationMs: SILENCE_MS, isKeyframe: true, data: SILENCE });
      this.#audioEnd += SILENCE_MS;
    }
  }
}

/** Capture time of a sample, in epoch ms; bounded to be near its arrival, whatever its publisher claims. */
function captureTime({ timeline, timestamp, arrivedAt }: Sample): number {
  const at = timeline.timeOf(timestamp);
  return Math.abs(at - arrivedAt) <= MAX_SKEW_MS ? at : arrivedAt;
}
