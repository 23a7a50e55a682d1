import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RecordingsClient, type ListedRecording } from '../headless/recordings-client.js';

const run = promisify(execFile);

/** The recordings of a class. */
export class StageRecordings {
  /** Opens the room of the class, which is recorded from then on. */
  static async prepare(serverUrl: string, room: string): Promise<StageRecordings> {
    return new StageRecordings(await RecordingsClient.open(serverUrl, room, { rec: true }));
  }

  private constructor(private readonly client: RecordingsClient) {}

  /** Waits until the list meets a condition. */
  async until(what: string, fits: (list: readonly ListedRecording[]) => boolean): Promise<void> {
    await this.client.until(what, fits);
  }

  /** Fetches and decodes every complete recording. @returns their durations in ms. @throws where one cannot be decoded */
  async lengths(): Promise<readonly number[]> {
    const complete = (await this.client.list()).filter(({ state }) => state === 'complete');
    const folder = await mkdtemp(join(tmpdir(), 'lectern-recordings-'));
    try {
      for (const { id } of complete) {
        const file = await this.client.download(id, folder);
        // Frames closer to each other than a tick of the output are no fault of the file.
        const decode = ['-v', 'error', '-nostdin', '-i', file, '-fps_mode', 'vfr', '-f', 'null', '-'];
        const { stderr } = await run('ffmpeg', decode);
        if (stderr !== '') throw new Error(`recording ${id}: ${stderr}`);
      }
      return complete.map(({ durationMs }) => durationMs);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
