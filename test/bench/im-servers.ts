import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { registerUser, requestToken } from '@lectern/rtc';
import { createNodePlatform } from '@lectern/rtc/node';
import { WebSocket } from 'ws';
import { loadWrtc } from '../media/wrtc.js';
import { ServerProcess } from '../support/index.js';
import { chatClient, echoClient, type LoadClient } from './im-load.js';

const APP_KEY = 'lectern#demo';
const MANY = '1000000';
/** The rate limits per user are raised, because they are not the subject of this benchmark. */
const LIMITS = { IM_MESSAGE_BURST: MANY, IM_MESSAGES_PER_SECOND: MANY, FRAME_BURST: MANY, FRAMES_PER_SECOND: MANY };

const platform = createNodePlatform({ wrtc: loadWrtc(), WebSocket });

/** A server under load, with its clients; each writes to the next. */
export interface MeasuredServer {
  readonly pid: number;
  readonly clients: readonly LoadClient[];
  close(): Promise<void>;
}

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `user${index}`);

async function enterAll(url: string, count: number): Promise<LoadClient[]> {
  const all = names(count);
  return Promise.all(
    all.map(async (username, index) => {
      const user = { appKey: APP_KEY, restUrl: url, username, password: 'secret', platform };
      await registerUser(user);
      const { token } = await requestToken(user);
      return chatClient(url, token, username, all[(index + 1) % count] ?? '');
    }),
  );
}

async function started(script: string, env: Record<string, string>): Promise<{ child: ChildProcess; port: number }> {
  // From test/build, where the benchmarks run.
  const child = fork(fileURLToPath(new URL(`../bench/${script}`, import.meta.url)), {
    env: { ...process.env, ...env },
  });
  const [port] = (await once(child, 'message')) as [number];
  return { child, port };
}

async function ended(child: ChildProcess, clients: readonly LoadClient[]): Promise<void> {
  for (const client of clients) client.close();
  child.kill();
  await once(child, 'exit');
}

/** The server with its database, as it is delivered. */
export async function storedServer(count: number, env: Record<string, string> = {}): Promise<MeasuredServer> {
  const server = await ServerProcess.start({ env: { ...LIMITS, ...env } });
  const clients = await enterAll(server.url, count);
  return {
    pid: server.pid,
    clients,
    close: async () => {
      for (const client of clients) client.close();
      await server.close();
    },
  };
}

/** The same server with a store in memory. */
export async function memoryServer(count: number, env: Record<string, string> = {}): Promise<MeasuredServer> {
  const { child, port } = await started('im-memory-server.mjs', { ...LIMITS, ...env });
  const clients = await enterAll(`http://127.0.0.1:${port}`, count);
  return { pid: child.pid ?? 0, clients, close: () => ended(child, clients) };
}

/** A WebSocket server that sends every frame back. */
export async function echoServer(count: number): Promise<MeasuredServer> {
  const { child, port } = await started('ws-echo.mjs', {});
  const all = names(count);
  const clients = await Promise.all(
    all.map((name, index) => echoClient(`ws://127.0.0.1:${port}`, name, all[(index + 1) % count] ?? '')),
  );
  return { pid: child.pid ?? 0, clients, close: () => ended(child, clients) };
}
