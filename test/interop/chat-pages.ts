import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** Versions of the published web client of instant messaging that must work unmodified. */
export const CHAT_VERSIONS = {
  '3.6.3': 'easemob-websdk-3.6/Easemob-chat-3.6.3.js',
  '4.7.0': 'easemob-websdk-4.7/Easemob-chat.js',
  '4.8.1': 'easemob-websdk-4.8/Easemob-chat.js',
  '4.21.1': 'easemob-websdk-4.21/Easemob-chat.js',
} as const;
export type ChatVersion = keyof typeof CHAT_VERSIONS;

/** The published client of one-to-one calls, 3.2.2. */
const CALL_CLIENT = 'easemob-webrtc-3.2/EMedia_x1v1_3.2.2.js';

const require = createRequire(import.meta.url);

const page = (...scripts: readonly string[]): string =>
  `<!doctype html><meta charset="utf-8"><title>chat client</title><body>${scripts
    .map((script) => `<script src="./${script}"></script>`)
    .join('')}</body>`;

/** The script of one of our own pages, with the workspace's sources in it. */
const bundled = async (file: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`page/${file}`, import.meta.url))],
    bundle: true,
    logLevel: 'error',
    conditions: ['lectern-source'],
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
};

/**
 * Serves a page per published version, `/<version>/` and with the call client `/<version>/calls`, and one with our own
 * client, `/own/`, on an origin of its own: every call to the server crosses origins.
 */
export class ChatPages {
  private constructor(private readonly server: Server) {}

  static async start(): Promise<ChatPages> {
    const files = new Map<string, string>();
    const driver = await bundled('chat-page.ts');
    const callClient = await readFile(require.resolve(CALL_CLIENT), 'utf8');
    for (const [version, file] of Object.entries(CHAT_VERSIONS)) {
      files.set(`/${version}/`, page('chat.js', 'driver.js'));
      files.set(`/${version}/calls`, page('chat.js', 'call.js', 'driver.js'));
      files.set(`/${version}/chat.js`, await readFile(require.resolve(file), 'utf8'));
      files.set(`/${version}/call.js`, callClient);
      files.set(`/${version}/driver.js`, driver);
    }
    files.set('/own/', page('own.js'));
    files.set('/own/own.js', await bundled('own-page.ts'));
    const server = createServer((request, response) => {
      const path = request.url ?? '';
      const body = files.get(path);
      const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': `${type}; charset=utf-8` }).end(body);
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return new ChatPages(server);
  }

  url(version: ChatVersion, withCalls = false): string {
    return `${this.#origin}/${version}/${withCalls ? 'calls' : ''}`;
  }

  /** Where our own client is. */
  get ownUrl(): string {
    return `${this.#origin}/own/`;
  }

  get #origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => void this.server.close(resolve));
  }
}
