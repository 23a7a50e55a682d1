import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleForNode } from '../testing/index.js';
import { FolderInUseError, lockFolder, type FolderLock } from './folder-lock.js';

let home: string;
let script: string;
let folder: string;
const locks: FolderLock[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-lock-'));
  script = await bundleForNode(
    `import { lockFolder } from './folder-lock.js';
      const [folder, transport] = process.argv.slice(2);
      lockFolder(folder, transport ? { transport } : {}).then(
        () => { process.send('held'); setInterval(() => undefined, 1e6); },
        (error) => process.send(error.name, () => process.exit(1)),
      );`,
    new URL('.', import.meta.url),
  );
});

beforeEach(async () => {
  folder = await mkdtemp(join(home, 'data-'));
});

afterEach(async () => {
  await Promise.all(locks.splice(0).map((lock) => lock.release()));
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

afterAll(() => rm(home, { recursive: true, force: true }));

const lock = async (path = folder, options: Parameters<typeof lockFolder>[1] = {}): Promise<FolderLock> => {
  const held = await lockFolder(path, options);
  locks.push(held);
  return held;
};

/** Starts another process that tries to lock the folder; resolves with the result. */
async function other(path = folder, transport = ''): Promise<{ child: ChildProcess; result: string }> {
  const child = fork(script, [path, transport], { execArgv: [] });
  children.push(child);
  const [result] = (await once(child, 'message')) as [string];
  return { child, result };
}

describe.each(['unix', 'tcp'] as const)('a data folder locked by a %s socket', (transport) => {
  it('is refused to a second server, which says who has it and leaves no trace', async () => {
    await lock(folder, { transport });
    const before = await readdir(folder, { recursive: true });
    const refusal = await lockFolder(folder, { transport }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(FolderInUseError);
    expect(String(refusal)).toContain(`process ${process.pid} on `);
    expect(String(refusal)).toContain('DATA_DIR');
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });

  it('is free again once released', async () => {
    const first = await lock(folder, { transport });
    await first.release();
    await first.release();
    await lock(folder, { transport });
    await expect(lockFolder(folder, { transport })).rejects.toBeInstanceOf(FolderInUseError);
  });

  it('is free again when its server is killed, without the entry that it left', async () => {
    const { child, result } = await other(folder, transport);
    expect(result).toBe('held');
    await expect(lockFolder(folder)).rejects.toThrow(`process ${child.pid} on `);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await lock(folder, { transport });
    expect(await readdir(join(folder, 'server.lock'))).toHaveLength(1);
  });

  it('goes to exactly one of several that start at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const path = join(folder, String(round));
      const attempts = await Promise.allSettled(Array.from({ length: 6 }, () => lock(path, { transport })));
      expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const attempt of attempts) {
        if (attempt.status === 'rejected') expect(attempt.reason).toBeInstanceOf(FolderInUseError);
      }
    }
  });
});

it('goes to exactly one of several processes that start at the same moment', async () => {
  const results = await Promise.all(Array.from({ length: 4 }, () => other()));
  expect(results.map(({ result }) => result).sort()).toEqual([
    'FolderInUseError',
    'FolderInUseError',
    'FolderInUseError',
    'held',
  ]);
});

it('stays locked while its server is stopped and does not answer', async () => {
  const { child } = await other();
  child.kill('SIGSTOP');
  await expect(lockFolder(folder)).rejects.toThrow('which does not answer');
  child.kill('SIGCONT');
});

it('is the same folder by a symbolic link and by a relative path', async () => {
  await lock(relative(process.cwd(), folder));
  const link = join(home, 'link');
  await symlink(folder, link);
  await expect(lockFolder(link)).rejects.toBeInstanceOf(FolderInUseError);
  await expect(lockFolder(`${folder}/../${relative(home, folder)}`)).rejects.toBeInstanceOf(FolderInUseError);
});

it('is locked whatever the length of its path', async () => {
  const deep = join(folder, 'd'.repeat(120), 'e'.repeat(120));
  await lock(deep);
  await expect(lockFolder(deep)).rejects.toBeInstanceOf(FolderInUseError);
  expect(await readdir(join(deep, 'server.lock'))).toEqual([expect.stringMatching(/\.sock$/)]);
});

it('is not held by another program that has got the port of a dead server', async () => {
  const stranger = createServer((socket) => socket.end('220 welcome\n')).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  await mkdir(join(folder, 'server.lock'));
  const entry = join(folder, 'server.lock', '0123456789abcdef.port');
  await writeFile(entry, String((stranger.address() as AddressInfo).port));
  await expect(lock()).resolves.toBeDefined();
  stranger.close();
});

it('is refused with what to do when it is a file', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(lockFolder(file)).rejects.toThrow(/the data folder .* cannot be used: it is a file.* DATA_DIR/);
  await expect(lockFolder(join(file, 'data'))).rejects.toThrow('a folder above it, is a file');
});

it.skipIf(process.platform !== 'linux')(
  'is refused where nothing can be made, instead of trying for ever',
  async () => {
    await expect(lockFolder('/proc/lectern/data')).rejects.toThrow(/cannot be used: nothing can be made there/);
  },
);
