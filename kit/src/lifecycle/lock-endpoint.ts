import { mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type ListenOptions, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `sun_path` holds 104 bytes on macOS and 108 on Linux, including the terminating zero. */
const MAX_SOCKET_PATH_BYTES = 103;
const ANSWER_TIMEOUT_MS = 1_000;
const MAX_ANSWER_BYTES = 4_096;
const ATTEMPTS = 3;

/** Error codes of systems and file systems without UNIX sockets. */
const NO_SOCKETS: ReadonlySet<string> = new Set([
  'EOPNOTSUPP',
  'ENOTSUP',
  'EPERM',
  'EINVAL',
  'ENAMETOOLONG',
  'ENOSYS',
  'EAFNOSUPPORT',
]);
/** Errors of an entry without a listener. */
const DEAD: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK', 'EPROTOTYPE']);

/** Description of the process behind a lock entry. */
export interface Claim {
  readonly id: string;
  /** `starting`: it has not yet checked for other processes. */
  readonly state: 'starting' | 'holding';
  readonly pid: number;
  readonly host: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** `silent`: a process listens, but does not answer in time, or may not be asked. */
export type Probe = { readonly kind: 'dead' } | { readonly kind: 'silent' } | { readonly kind: 'alive'; claim: Claim };

/** An open socket that reports its holder; the kernel closes it when the process ends for any reason. */
export interface LockEndpoint {
  /** Name of its entry in the folder of locks. */
  readonly entry: string;
  close(): Promise<void>;
}

/** UNIX sockets are visible to every process that sees the folder; loopback sockets are the fallback. */
export type LockTransport = 'unix' | 'tcp';

const ENTRY = /^([\da-f]{16})\.(sock|port)$/;

/** True if a file name is that of an entry. */
export const isEntry = (name: string): boolean => ENTRY.test(name);

const hasCode = (error: unknown, codes: ReadonlySet<string>): boolean =>
  error instanceof Error && 'code' in error && codes.has(String(error.code));

/** Provides a path of the same file that is short enough for a UNIX socket address, while `work` runs. */
async function withShortPath<T>(folder: string, name: string, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) return work(path);
  const temporary = await mkdtemp(join(tmpdir(), 'lectern-'));
  try {
    const alias = join(temporary, 'd');
    await symlink(folder, alias);
    const short = join(alias, name);
    if (Buffer.byteLength(short) > MAX_SOCKET_PATH_BYTES) {
      throw Object.assign(new Error(`no short path leads to ${path}`), { code: 'ENAMETOOLONG' });
    }
    return await work(short);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function listen(options: ListenOptions, claim: () => Claim) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.end(`${JSON.stringify(claim())}\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, resolve);
  });
  // The lock alone must not keep a process running.
  server.unref();
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { server, close };
}

async function openUnix(folder: string, id: string, claim: () => Claim): Promise<LockEndpoint> {
  const entry = `${id}.sock`;
  const { close } = await withShortPath(folder, entry, (path) => listen({ path }, claim));
  return { entry, close };
}

async function openTcp(folder: string, id: string, claim: () => Claim): Promise<LockEndpoint> {
  const entry = `${id}.port`;
  const { server, close } = await listen({ port: 0, host: '127.0.0.1' }, claim);
  try {
    // The entry appears with its whole content, or not at all.
    const draft = join(folder, `${entry}.draft`);
    await writeFile(draft, String((server.address() as AddressInfo).port));
    await rename(draft, join(folder, entry));
  } catch (error) {
    await close();
    throw error;
  }
  return { entry, close };
}

/**
 * Opens a socket for a claim and writes its entry into the folder. @throws a system error when the folder cannot be
 * written
 */
export async function openEndpoint(
  folder: string,
  claim: () => Claim,
  transport: LockTransport = process.platform === 'win32' ? 'tcp' : 'unix',
): Promise<LockEndpoint> {
  const { id } = claim();
  if (transport === 'tcp') return openTcp(folder, id, claim);
  try {
    return await openUnix(folder, id, claim);
  } catch (error) {
    if (!hasCode(error, NO_SOCKETS)) throw error;
    return openTcp(folder, id, claim);
  }
}

/** Result of one connection: the received text, or the kind of failure. */
type Answer = { readonly text: string } | 'late' | 'refused' | 'forbidden' | 'broken';

function askAt(target: { path: string } | { port: number; host: string }): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect(target);
    let text = '';
    let isConnected = false;
    const timer = setTimeout(() => done('late'), ANSWER_TIMEOUT_MS);
    const done = (answer: Answer): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding('utf8');
    socket.once('connect', () => (isConnected = true));
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\n') || text.length > MAX_ANSWER_BYTES) done({ text });
    });
    socket.once('end', () => done(text === '' ? 'broken' : { text }));
    socket.once('error', (error) => {
      if (hasCode(error, DEAD)) done('refused');
      else done(isConnected || hasCode(error, new Set(['ECONNRESET', 'EPIPE'])) ? 'broken' : 'forbidden');
    });
  });
}

async function askOnce(folder: string, entry: string): Promise<Answer> {
  if (entry.endsWith('.sock')) return withShortPath(folder, entry, (path) => askAt({ path }));
  const port = Number(await readFile(join(folder, entry), 'utf8').catch(() => ''));
  return Number.isInteger(port) && port > 0 && port < 65_536 ? askAt({ port, host: '127.0.0.1' }) : 'refused';
}

function readClaim(text: string): Claim | undefined {
  try {
    const claim = JSON.parse(text) as Partial<Claim>;
    const isClaim = typeof claim.id === 'string' && (claim.state === 'starting' || claim.state === 'holding');
    return isClaim ? (claim as Claim) : undefined;
  } catch {
    return undefined;
  }
}

/** Queries the holder of an entry. */
export async function probe(folder: string, entry: string): Promise<Probe> {
  const id = ENTRY.exec(entry)?.[1];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const answer = await askOnce(folder, entry);
    if (answer === 'refused') return { kind: 'dead' };
    if (answer === 'late' || answer === 'forbidden') return { kind: 'silent' };
    // The holder is ending or has just started; the next attempt decides.
    if (answer === 'broken') continue;
    const claim = readClaim(answer.text);
    // Another program has taken the port of a dead server.
    if (claim?.id !== id || claim === undefined) return { kind: 'dead' };
    return { kind: 'alive', claim };
  }
  return { kind: 'silent' };
}
