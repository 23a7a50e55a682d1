import type { Browser } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePatternVideo, writeToneAudio } from '../media/index.js';
import { launchChromium } from '../support/index.js';
import { DeployedClient } from './deployed-client.js';
import type { ClientPages, DeployedVersion } from './pages.js';

const APP_KEY = 'lectern#demo';
const PASSWORD = 'secret1';

/** One app user, with a token of the server under test. */
export const register = async (serverUrl: string, user: string) => {
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${serverUrl}/lectern/demo/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  // Refused where another test of this server registered it.
  await post('users', { username: user, password: PASSWORD }).catch(() => undefined);
  const { access_token: token } = await post('token', { grant_type: 'password', username: user, password: PASSWORD });
  if (typeof token !== 'string') throw new Error(`${user} has another password: another test registered this name`);
  return { appKey: APP_KEY, user, token };
};

/** Published clients, each in a Chromium of its own whose camera shows and whose microphone plays its number. */
export class Classroom {
  readonly #browsers: Browser[] = [];
  readonly #folders: string[] = [];

  constructor(
    private readonly serverUrl: string,
    private readonly pages: ClientPages,
  ) {}

  /** @param serverUrl the server or a proxy before it */
  async open(
    version: DeployedVersion,
    user: string,
    sender: number,
    serverUrl = this.serverUrl,
  ): Promise<DeployedClient> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-interop-'));
    this.#folders.push(folder);
    const files = { video: join(folder, 'camera.y4m'), audio: join(folder, 'microphone.wav') };
    await writePatternVideo(files.video, { sender, width: 640, height: 360, framesPerSecond: 20, frames: 200 });
    await writeToneAudio(files.audio, sender, 4);
    const browser = await launchChromium(files);
    this.#browsers.push(browser);
    const identity = await register(serverUrl, user);
    return DeployedClient.open(await browser.newPage(), this.pages.url(version), serverUrl, identity);
  }

  async close(): Promise<void> {
    await Promise.all(this.#browsers.map((browser) => browser.close()));
    await Promise.all(this.#folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
}
