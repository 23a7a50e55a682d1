import type { Dispose } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import type { ConferencePort } from '../conference/port.js';
import type { CallOptions, Conference, StreamSnapshot } from '../conference/types.js';
import { OP_RECORD, OP_TERMINATE } from '../protocol/index.js';
import { callAsMember, invalid, openPort } from './authority.js';

/** The recording of one stream. */
export interface Recording {
  readonly streamId: string;
  /** Stops the recording, even if the stream has ended. Idempotent. @throws {LecternError} when the server refuses. */
  stop(options?: CallOptions): Promise<void>;
}

/** Keeps the server recording one stream across changes of its connection (wire-conference 2.6). */
class StreamRecording implements Recording {
  readonly streamId: string;
  readonly #port: ConferencePort;
  readonly #listeners: Dispose[];
  /** The connection that is recorded now. */
  #rtcId: string | undefined;
  #isOver = false;

  constructor(conference: Conference, port: ConferencePort, streamId: string) {
    this.streamId = streamId;
    this.#port = port;
    this.#listeners = [
      port.context.signalling.on('sending', ({ op, rtcId }) => {
        // The recording of a connection ends before the connection.
        if (op === OP_TERMINATE && rtcId !== undefined && rtcId === this.#rtcId) this.#leave(rtcId);
      }),
      conference.on('linkStateChanged', ({ id }, state) => {
        if (id !== streamId || state !== 'linked') return;
        this.start().catch((error: unknown) => this.#report(error));
      }),
      conference.on('streamRemoved', ({ id }) => void (id === streamId && this.#end())),
    ];
    port.onClose(() => this.#end());
  }

  /** Records the newest connection, unless it is recorded already. */
  async start(options?: CallOptions): Promise<void> {
    const rtcId = this.#port.linkOf(this.streamId)?.rtcId;
    if (this.#isOver || rtcId === undefined || rtcId === this.#rtcId) return;
    this.#rtcId = rtcId;
    try {
      await this.#port.context.signalling.request({ op: OP_RECORD, rtcId, flag: 1 }, { ...options });
    } catch (error) {
      if (this.#rtcId === rtcId) this.#rtcId = undefined;
      // A request that was aborted or timed out may still have started the recording.
      if ((error as LecternError).reason !== 'refused') this.#leave(rtcId);
      throw error;
    }
  }

  async stop(options?: CallOptions): Promise<void> {
    const rtcId = this.#rtcId;
    this.#end();
    if (rtcId === undefined) return;
    await this.#port.context.signalling.request({ op: OP_RECORD, rtcId, flag: 0 }, { ...options });
  }

  /** No caller awaits this error, so the conference emits it. */
  #report(error: unknown): void {
    if (error instanceof LecternError && !this.#isOver) this.#port.context.store.emit('error', error);
  }

  #leave(rtcId: string): void {
    this.#rtcId = undefined;
    this.#port.context.signalling.post({ op: OP_RECORD, rtcId, flag: 0 });
  }

  #end(): void {
    this.#isOver = true;
    this.#rtcId = undefined;
    for (const dispose of this.#listeners) dispose();
  }
}

/**
 * Starts a server-side recording of a stream that is published or subscribed here (spec §4, op 500). It continues after
 * reconnections, until it is stopped or the stream ends.
 * @throws {LecternError} for a stream that is not connected here; when the server refuses.
 */
export async function startRecording(
  conference: Conference,
  stream: StreamSnapshot | string,
  options?: CallOptions,
): Promise<Recording> {
  const port = openPort(conference);
  const id = typeof stream === 'string' ? stream : stream.id;
  if (!port.linkOf(id)) throw invalid(`the stream ${id} is not received here: subscribe to it first`);
  const recording = new StreamRecording(conference, port, id);
  try {
    await recording.start(options);
  } catch (error) {
    await recording.stop().catch(() => undefined);
    throw error;
  }
  return recording;
}

/** A file that the server recorded, or is recording. */
export interface RecordedFile {
  readonly id: string;
  readonly confrId: string;
  /** One stream, or all streams of the conference merged into one video. */
  readonly kind: 'stream' | 'merged';
  readonly state: 'recording' | 'waiting' | 'merging' | 'complete' | 'failed';
  readonly streamId?: string | null;
  readonly memName?: string | null;
  readonly contentType: string;
  readonly bytes: number;
  /** Milliseconds. */
  readonly durationMs: number;
  readonly [more: string]: unknown;
}

/** The recordings of the conference, as far as the role may see them. @throws {LecternError} spec §8. */
export async function listRecordings(conference: Conference, options?: CallOptions): Promise<readonly RecordedFile[]> {
  const { recordings } = await callAsMember(conference, 'recordings/list', {}, options);
  return Array.isArray(recordings) ? (recordings as RecordedFile[]) : [];
}

/** Creates a temporary download address of a recording. @throws {LecternError} spec §8. */
export async function recordingLink(
  conference: Conference,
  recordingId: string,
  options?: CallOptions,
): Promise<{ readonly url: string; readonly expiresAt: unknown }> {
  const { url, expiresAt } = await callAsMember(conference, 'recordings/link', { recordingId }, options);
  if (typeof url !== 'string') {
    throw new LecternError("the server's answer has no url", { reason: 'protocol' });
  }
  return { url, expiresAt };
}

/** Deletes a recording. @throws {LecternError} spec §8. */
export async function deleteRecording(
  conference: Conference,
  recordingId: string,
  options?: CallOptions,
): Promise<void> {
  const path = `recordings/${encodeURIComponent(recordingId)}`;
  await callAsMember(conference, path, {}, options, 'DELETE');
}
