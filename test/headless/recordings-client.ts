import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { APP_KEY } from './classroom.js';

type Json = Readonly<Record<string, unknown>>;

const PASSWORD = 'synthetic participants have no secrets';
const ROOM_PASSWORD = 'room password';
const ACCOUNT = `/${APP_KEY.replace('#', '/')}`;

/** A recording as the server lists it. */
export interface ListedRecording {
  readonly id: string;
  readonly kind: 'stream' | 'merged';
  readonly state: string;
  readonly memName: string | null;
  readonly bytes: number;
  readonly durationMs: number;
  readonly endReason: string | null;
  readonly message: string | null;
  readonly contentType: string;
}

/** A user who creates a recorded conference, and downloads its recordings. */
export class RecordingsClient {
  private constructor(
    private readonly serverUrl: string,
    private readonly uid: string,
    private readonly token: string,
    readonly confrId: string,
  ) {}

  /** Registers a user, who opens a room. */
  static async open(
    serverUrl: string,
    room: string,
    config: Readonly<Record<string, boolean | number>>,
    username = 'owner',
  ): Promise<RecordingsClient> {
    const post = (path: string, body: Json): Promise<Json> => postJson(serverUrl + path, body);
    await post(`${ACCOUNT}/users`, { username, password: PASSWORD });
    const grant = { grant_type: 'password', username, password: PASSWORD };
    const token = String((await post(`${ACCOUNT}/token`, grant))['access_token']);
    const uid = `${APP_KEY}_${username}`;
    const opened = await post(`${ACCOUNT}/conferences/room`, {
      roomName: room,
      password: ROOM_PASSWORD,
      memName: uid,
      token,
      ...config,
    });
    return new RecordingsClient(serverUrl, uid, token, String(opened['confrId']));
  }

  async list(): Promise<readonly ListedRecording[]> {
    const answer = await this.#ask('list', { confrId: this.confrId });
    if (answer['error'] !== 0) throw new Error(JSON.stringify(answer));
    return answer['recordings'] as readonly ListedRecording[];
  }

  /**
   * Waits until the list meets a condition; the limit starts anew with each change, since merges have the lowest
   * priority.
   */
  async until(
    what: string,
    fits: (recordings: readonly ListedRecording[]) => boolean,
  ): Promise<readonly ListedRecording[]> {
    for (let before = ''; ;) {
      try {
        return await eventually(what, () => this.list(), fits);
      } catch (error) {
        const now = JSON.stringify(await this.list());
        if (now === before) throw error;
        before = now;
      }
    }
  }

  /** A link to the file of a recording. */
  async link(recordingId: string): Promise<string> {
    return String((await this.#ask('link', { recordingId }))['url']);
  }

  /** Fetches the file of a recording into a folder. @returns its path */
  async download(recordingId: string, folder: string): Promise<string> {
    const response = await fetch(await this.link(recordingId));
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    const file = join(folder, `${recordingId}.webm`);
    await writeFile(file, Buffer.from(await response.arrayBuffer()));
    return file;
  }

  #ask(what: string, body: Json): Promise<Json> {
    return postJson(`${this.serverUrl}/easemob/rtc/recordings/${what}`, { uid: this.uid, token: this.token, ...body });
  }
}

const postJson = async (url: string, body: Json): Promise<Json> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Json;
};
