import type { Clock } from '@lectern/kit/clock';
import type { MediaKinds } from '../engine.js';
import type { RecordingEnd, RecordingResult, RecordRequest } from '../record.js';
import { FileOutput } from './file-output.js';
import type { RecordedPacket } from './reorder.js';
import { type RecordedFeed, StreamRecorder } from './stream-recorder.js';

/** The recording of one source into one file. */
export class FileRecording {
  #end: RecordingEnd | undefined;
  readonly #recorder: StreamRecorder;
  #resolve: (result: RecordingResult) => void = () => undefined;
  /** Resolves once the file is complete, however it ended. */
  readonly ended: Promise<RecordingResult>;

  private constructor(
    private readonly request: RecordRequest,
    private readonly output: FileOutput,
    clock: Clock,
  ) {
    const { maxBytes } = request;
    this.#recorder = new StreamRecorder({ clock, output, maxBytes, wantsEnd: (end) => this.stop(end) });
    this.ended = new Promise((resolve) => (this.#resolve = resolve));
  }

  /** @throws where the file cannot be created */
  static async open(request: RecordRequest, clock: Clock): Promise<FileRecording> {
    // The output is created before the recording that receives its failure; no write can fail before that.
    const told: { recording?: FileRecording } = {};
    const output = await FileOutput.create(request.file, () => told.recording?.stop('disk'));
    const recording = new FileRecording(request, output, clock);
    told.recording = recording;
    return recording;
  }

  get needsKeyframe(): boolean {
    return this.#recorder.needsKeyframe;
  }

  published(kinds: MediaKinds): void {
    this.#recorder.published(kinds);
  }

  packet(feed: RecordedFeed, packet: RecordedPacket, now: number): void {
    this.#recorder.packet(feed, packet, now);
  }

  /** Completes the file; only the first reason counts. */
  stop(end: RecordingEnd): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#recorder.finish();
    void this.output.close().then(() =>
      this.#resolve({
        recordingId: this.request.recordingId,
        // Frames that could not be written are later than the recorded end.
        end: this.output.failure === undefined ? end : 'disk',
        ...this.#recorder.content,
      }),
    );
  }
}
