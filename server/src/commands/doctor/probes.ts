import { checkListenAddress } from '@lectern/kit/lifecycle';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { access, constants, statfs } from 'node:fs/promises';
import { connect, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname } from 'node:path';
import { connect as connectTls } from 'node:tls';
import type { ServerConfig } from '../../config.js';
import { requireFfmpeg } from '../../live/ffmpeg.js';
import type { CommandStore } from '../attach-store.js';

const TIMEOUT_MS = 3_000;
const STUN_BINDING = Buffer.from([0x00, 0x01, 0x00, 0x00, 0x21, 0x12, 0xa4, 0x42]);
const STUN_RESPONSE = 0x0101;

/** Response of a server at a URL to a health check. */
export interface HealthAnswer {
  readonly status: number;
  /** The server's clock, in milliseconds since the epoch; undefined where the response does not carry it. */
  readonly time: number | undefined;
}

/** The certificate of a host. */
export interface Certificate {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Reason for which clients reject it. */
  readonly refusal: string | undefined;
}

/** Probes of the machine and the network for the checks; each rejects with the cause of a failure. */
export interface Probes {
  now(): number;
  listen(port: number, host: string): Promise<void>;
  health(url: string): Promise<HealthAnswer>;
  certificate(host: string, port: number): Promise<Certificate>;
  /** Addresses of this machine's interfaces, loopback left out. */
  addresses(): readonly string[];
  udpPort(port: number): Promise<void>;
  /** Sends a Binding request to a STUN or TURN server over UDP and awaits the response. */
  stun(host: string, port: number): Promise<void>;
  tcp(host: string, port: number): Promise<void>;
  /** Free bytes where the folder is or will be, which must be writable. */
  freeBytes(folder: string): Promise<number>;
  database(config: ServerConfig): Promise<void>;
  ffmpeg(path: string): Promise<void>;
}

async function within<T>(work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not answer within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The folder, or the nearest one above it that exists. */
async function existing(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : existing(dirname(folder));
}

function certificateOf(host: string, port: number): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    const socket = connectTls(
      { host, port, ...(isIP(host) === 0 && { servername: host }), rejectUnauthorized: false },
      () => {
        const { valid_to: until } = socket.getPeerCertificate();
        const { authorizationError } = socket;
        const refusal = authorizationError ? String(authorizationError.message ?? authorizationError) : undefined;
        resolve({ expiresAt: Date.parse(until), refusal });
        socket.destroy();
      },
    );
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`${host}:${port} did not answer`)));
    socket.once('error', reject);
  });
}

function askStun(host: string, port: number): Promise<void> {
  const socket = createSocket('udp4');
  const answer = new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', (message) => {
      if (message.length >= 20 && message.readUInt16BE(0) === STUN_RESPONSE) resolve();
    });
    socket.send(Buffer.concat([STUN_BINDING, randomBytes(12)]), port, host, (error) => error && reject(error));
  });
  return within(answer, `${host}:${port}`).finally(() => socket.close());
}

function connectTcp(host: string, port: number): Promise<void> {
  const socket = connect({ host, port });
  const connected = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return within(connected, `${host}:${port}`).finally(() => socket.destroy());
}

function bindUdp(port: number): Promise<void> {
  const socket = createSocket('udp4');
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, () => socket.close(() => resolve()));
  });
}

/** Probes of this machine. @param attach opens the database of the settings */
export const systemProbes = (attach: (config: ServerConfig) => Promise<CommandStore>): Probes => ({
  now: () => Date.now(),
  listen: checkListenAddress,
  async health(url) {
    const response = await fetch(`${url.replace(/\/+$/, '')}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    const date = Date.parse(response.headers.get('date') ?? '');
    return { status: response.status, time: Number.isNaN(date) ? undefined : date };
  },
  certificate: certificateOf,
  addresses: () =>
    Object.values(networkInterfaces()).flatMap((list) =>
      (list ?? []).filter(({ internal }) => !internal).map(({ address }) => address),
    ),
  udpPort: bindUdp,
  stun: askStun,
  tcp: connectTcp,
  async freeBytes(folder) {
    const place = await existing(folder);
    await access(place, constants.W_OK);
    const { bavail, bsize } = await statfs(place);
    return bavail * bsize;
  },
  async database(config) {
    const store = await attach(config);
    await store.close();
  },
  ffmpeg: requireFfmpeg,
});
