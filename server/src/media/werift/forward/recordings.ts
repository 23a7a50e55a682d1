import type { Clock } from '@lectern/kit/clock';
import { MediaError } from '../../engine.js';
import type { RecordingResult, RecordRequest } from '../../record.js';
import { FileRecording } from '../../recorder/file-recording.js';
import type { CachedPacket } from '../rtp/cache.js';
import type { Feed } from './feed.js';
import type { Source, SourceTap } from './source.js';

/** Writes a source into a file. */
class RecordingTap implements SourceTap {
  constructor(private readonly recording: FileRecording) {}

  get needsKeyframe(): boolean {
    return this.recording.needsKeyframe;
  }

  packet(feed: Feed, packet: CachedPacket, _isKeyframe: boolean, now: number): void {
    const { kind, clockRate, run, mapping } = feed;
    this.recording.packet({ kind, codec: feed.codec.name, clockRate, run, mapping }, packet, now);
  }

  /** A muted kind sends no packets; the recording fills the time. */
  forwarded(): void {}

  closed(): void {
    this.recording.stop('source-closed');
  }
}

/** The recordings of one worker. */
export class Recordings {
  readonly #recordings = new Map<string, FileRecording>();

  constructor(
    private readonly clock: Clock,
    private readonly ended: (result: RecordingResult) => void,
  ) {}

  /** @param find returns the current source; called again once the file is open */
  async start(request: RecordRequest, find: () => Source): Promise<void> {
    find();
    const recording = await FileRecording.open(request, this.clock).catch((cause: unknown) => {
      throw new MediaError('engine-down', `the recording's file ${request.file} cannot be made`, { cause });
    });
    const { recordingId } = request;
    this.#recordings.set(recordingId, recording);
    try {
      const source = find();
      const tap = new RecordingTap(recording);
      recording.published({ audio: source.codecs.has('audio'), video: source.codecs.has('video') });
      source.addTap(tap);
      void recording.ended.then((result) => {
        source.removeTap(tap);
        this.#recordings.delete(recordingId);
        this.ended(result);
      });
    } catch (error) {
      recording.stop('source-closed');
      this.#recordings.delete(recordingId);
      throw error;
    }
  }

  stop(recordingId: string): void {
    this.#recordings.get(recordingId)?.stop('stopped');
  }

  /** Completes every file. */
  async close(): Promise<void> {
    const all = [...this.#recordings.values()];
    for (const recording of all) recording.stop('stopped');
    await Promise.all(all.map(({ ended }) => ended));
  }
}
