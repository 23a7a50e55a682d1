import type { Clock } from '@lectern/kit/clock';
import type { RecordingContent, RecordingEnd } from '../record.js';
import { type Depacketizer, KeyframeGate, type VideoFrame } from './frames.js';
import { H264Depacketizer } from './h264.js';
import { opusDurationMs } from './opus.js';
import { type OrderedPacket, type RecordedPacket, ReorderBuffer } from './reorder.js';
import { Interleaver } from './interleaver.js';
import { type ClockMapping, FeedTimeline, PublisherClock } from './timeline.js';
import { Vp8Depacketizer } from './vp8.js';
import type { WebmOutput } from './webm-writer.js';

/** Interval of writes. */
const WRITE_INTERVAL_MS = 250;
/** Players seek to keyframes only, so there is at least one in this interval. */
const KEYFRAME_INTERVAL_MS = 10_000;

/** Source of a packet, as the engine knows it. */
export interface RecordedFeed {
  readonly kind: 'audio' | 'video';
  /** `VP8`, `H264`, `opus`. */
  readonly codec: string;
  readonly clockRate: number;
  /** Identifies one run of sequence numbers; another one starts anew. */
  readonly run: object;
  readonly mapping: ClockMapping | undefined;
}

export interface RecorderOptions {
  readonly clock: Clock;
  readonly output: WebmOutput;
  /** The recording ends with `limit` before the file exceeds this size. */
  readonly maxBytes: number;
  /** Called once: the caller stops the recording. */
  readonly wantsEnd: (end: RecordingEnd) => void;
}

interface Run {
  readonly run: object;
  readonly reorder: ReorderBuffer;
  timeline: FeedTimeline;
}

/** Writes the packets of one source to a file: in order, on one timeline, with continuous audio. */
export class StreamRecorder {
  readonly #runs = new Map<'audio' | 'video', Run>();
  readonly #publisher = new PublisherClock();
  readonly #gate = new KeyframeGate();
  readonly #interleaver: Interleaver;
  readonly #stopWriting: () => void;
  #codec: 'VP8' | 'H264' | undefined;
  #depacketizer: Depacketizer | undefined;
  #keyframeAt = -Infinity;
  #hasVideo = false;
  #isEnding = false;
  #lastNow = -Infinity;
  /** Amount by which the machine's clock was set back since the recording began. */
  #behindMs = 0;

  constructor(private readonly options: RecorderOptions) {
    this.#interleaver = new Interleaver(options.output);
    this.#stopWriting = options.clock.every(WRITE_INTERVAL_MS, () => this.#write());
  }

  /**
   * True if the publisher should be asked for a keyframe: decoding cannot go on without one, or the file needs a seek
   * point.
   */
  get needsKeyframe(): boolean {
    if (this.#isEnding || !this.#hasVideo) return false;
    return this.#gate.isWaiting || this.#now() - this.#keyframeAt >= KEYFRAME_INTERVAL_MS;
  }

  /** Content of the file so far. */
  get content(): RecordingContent {
    return this.#interleaver.content;
  }

  /** The currently published kinds: audio that is muted from the start is silence in the file, not missing. */
  published(kinds: { readonly audio: boolean; readonly video: boolean }): void {
    if (kinds.audio) this.#interleaver.expectAudio();
    this.#hasVideo ||= kinds.video;
  }

  packet(feed: RecordedFeed, packet: RecordedPacket, arrivedAt: number): void {
    if (this.#isEnding) return;
    const now = this.#now(arrivedAt);
    const run = this.#runOf(feed, packet, now);
    if (run === undefined) return;
    run.timeline.report(feed.mapping, this.#behindMs);
    this.#takeAll(feed.kind, run, run.reorder.push(packet, now), now);
  }

  /** Writes all remaining samples and completes the file. */
  finish(): void {
    this.#stopWriting();
    this.#isEnding = true;
    const now = this.#now();
    for (const [kind, run] of this.#runs) this.#takeAll(kind, run, run.reorder.take(now, true), now);
    this.#interleaver.finish();
  }

  /** Monotonic time in epoch ms, even where the machine's clock is set back: the file cannot be overwritten. */
  #now(machineNow = this.options.clock.now()): number {
    const now = machineNow + this.#behindMs;
    this.#behindMs += Math.max(0, this.#lastNow - now);
    this.#lastNow = Math.max(this.#lastNow, now);
    return this.#lastNow;
  }

  #runOf(feed: RecordedFeed, packet: RecordedPacket, now: number): Run | undefined {
    const current = this.#runs.get(feed.kind);
    if (current?.run === feed.run) return current;
    if (feed.kind === 'video' && !this.#acceptCodec(feed.codec)) return undefined;
    if (current !== undefined) this.#takeAll(feed.kind, current, current.reorder.take(now, true), now);
    const timeline = new FeedTimeline(this.#publisher, feed.clockRate, { timestamp: packet.timestamp, at: now });
    const run = { run: feed.run, reorder: new ReorderBuffer(), timeline };
    this.#runs.set(feed.kind, run);
    if (feed.kind === 'audio') this.#interleaver.expectAudio();
    else this.#restartVideo();
    return run;
  }

  /** A track has one codec from its beginning to its end; another one needs another file. */
  #acceptCodec(name: string): boolean {
    const codec = name.toUpperCase();
    if (codec !== 'VP8' && codec !== 'H264') return false;
    if (this.#codec !== undefined && this.#codec !== codec) {
      this.#end('codec-changed');
      return false;
    }
    this.#codec = codec;
    return true;
  }

  #restartVideo(): void {
    this.#hasVideo = true;
    this.#gate.close();
    this.#depacketizer = this.#codec === 'H264' ? new H264Depacketizer() : new Vp8Depacketizer();
  }

  #takeAll(kind: 'audio' | 'video', run: Run, packets: readonly OrderedPacket[], now: number): void {
    for (const { packet, isAfterLoss } of packets) {
      run.timeline = run.timeline.following(packet.timestamp, now);
      if (kind === 'audio') this.#takeAudio(run, packet, now);
      else this.#takeVideo(run, packet, isAfterLoss, now);
    }
  }

  #takeAudio({ timeline }: Run, { timestamp, payload }: RecordedPacket, arrivedAt: number): void {
    const durationMs = opusDurationMs(payload);
    if (durationMs === undefined) return;
    const placed = { timeline, timestamp, arrivedAt };
    this.#interleaver.add({ track: 'audio', ...placed, durationMs, isKeyframe: true, data: payload });
  }

  #takeVideo({ timeline }: Run, packet: RecordedPacket, isAfterLoss: boolean, arrivedAt: number): void {
    if (isAfterLoss) this.#gate.close();
    const frame = this.#depacketizer?.push(packet, isAfterLoss);
    if (frame === undefined || !this.#gate.passes(frame)) return;
    if (frame.isKeyframe) this.#keyframeAt = arrivedAt;
    this.#interleaver.add({
      track: 'video',
      timeline,
      timestamp: frame.timestamp,
      arrivedAt,
      durationMs: 0,
      isKeyframe: frame.isKeyframe,
      data: frame.data,
      ...this.#formatOf(frame),
    });
  }

  #formatOf({ size, configuration }: VideoFrame): object {
    if (size === undefined || this.#codec === undefined) return {};
    return { format: { codec: this.#codec, ...size, ...(configuration !== undefined && { configuration }) } };
  }

  #write(): void {
    const now = this.#now();
    for (const [kind, run] of this.#runs) this.#takeAll(kind, run, run.reorder.take(now), now);
    this.#interleaver.write(now);
    if (this.content.bytes >= this.options.maxBytes) this.#end('limit');
  }

  #end(end: RecordingEnd): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.options.wantsEnd(end);
  }
}
