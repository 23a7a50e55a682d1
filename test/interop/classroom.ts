import { launchPatternChromium, type PatternChromium } from '../media/index.js';
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
  readonly #chromiums: PatternChromium[] = [];

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
    const chromium = await launchPatternChromium(sender);
    this.#chromiums.push(chromium);
    const identity = await register(serverUrl, user);
    return DeployedClient.open(await chromium.browser.newPage(), this.pages.url(version), serverUrl, identity);
  }

  async close(): Promise<void> {
    await Promise.all(this.#chromiums.map((chromium) => chromium.close()));
  }
}
