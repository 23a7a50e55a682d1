import { ConferenceType } from '@lectern/rtc/protocol';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleForNode, startUnguardedPostgres } from '@lectern/kit/testing';
import { fingerprintOf } from '../auth/known-secrets.js';
import { attachStore } from '../commands/attach-store.js';
import { readConfig } from '../config.js';
import { openDatabase } from './database.js';
import { SqlSecretStore } from './secrets.js';
import { MemoryPresenceStore } from '../testing/memory-presence.js';
import { MemoryUserInfoStore } from '../testing/memory-user-info.js';
import type { ConferenceRecord } from './conferences.js';
import { isDatabaseAway, openStore, type Store } from './index.js';

const silent = (): void => undefined;

let dataDir: string;
let store: Store;
const open = (): Promise<Store> => openStore({ dataDir, databaseUrl: undefined, log: silent });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-store-'));
  store = await open();
});

afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const closed = (at: number) => ({ changes: new Map<string, string>(), events: [], endedAt: at });
const facts = (...entries: [string, string | null][]) => ({
  changes: new Map(entries),
  events: [],
  endedAt: undefined,
});
const record = (id: string, roomName: string | null = null): ConferenceRecord => ({
  id,
  appKey: 'lectern#demo',
  roomName,
  type: ConferenceType.Communication,
  passwordHash: 'hash',
  creator: 'lectern#demo_alice',
  config: { maxTalkers: 3 },
  createdAt: 1_800_000_000_000,
});

const postmasterPid = async (): Promise<number> =>
  Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);

describe('users', () => {
  const alice = { appKey: 'lectern#demo', name: 'alice', passwordHash: 'h', nickName: 'Alice 愛', createdAt: 5 };

  it('keeps a user and refuses a second one of the same name in the same application', async () => {
    expect(await store.users.insert(alice)).toBe(true);
    expect(await store.users.insert({ ...alice, passwordHash: 'other' })).toBe(false);
    expect(await store.users.insert({ ...alice, appKey: 'other#app' })).toBe(true);
    expect(await store.users.find('lectern#demo', 'alice')).toEqual(alice);
    expect(await store.users.find('lectern#demo', 'Alice')).toBeUndefined();
  });
});

describe('fingerprints of secrets', () => {
  it('are those that were put last', async () => {
    expect(await store.secrets.list()).toEqual([]);
    await store.secrets.replace(['first', 'second']);
    await store.secrets.replace(['third']);
    expect(await store.secrets.list()).toEqual(['third']);
    await store.secrets.replace([]);
    expect(await store.secrets.list()).toEqual([]);
  });
});

describe('revoked tokens', () => {
  it('are known by the last moment for each user', async () => {
    await store.users.revoke('lectern#demo', 'alice', 100);
    await store.users.revoke('lectern#demo', 'bob', 150);
    await store.users.revoke('lectern#demo', 'alice', 200);
    expect(await store.users.listRevoked(150)).toEqual([{ appKey: 'lectern#demo', name: 'alice', revokedAt: 200 }]);
  });
});

describe('conferences', () => {
  it('lets a room begin anew though the end of its last conference was never written', async () => {
    await store.conferences.insert(record('LC10', 'again'));
    await store.conferences.insert({ ...record('LC11', 'again'), createdAt: 1_800_000_000_500 });
    expect((await store.conferences.listOpen()).map(({ id }) => id)).toEqual(['LC11']);
    await store.conferences.save('LC11', closed(1_800_000_001_000));
  });

  it('forgets those that were closed before a time, and nothing else', async () => {
    await store.conferences.insert(record('LC20'));
    await store.conferences.insert(record('LC21'));
    await store.conferences.save('LC20', facts(['cver', '7']));
    await store.conferences.save('LC20', closed(100));
    await store.conferences.deleteClosed(101);
    await store.conferences.insert(record('LC20'));
    const open = await store.conferences.listOpen();
    expect(open.map((entry) => [entry.id, entry.facts.size])).toEqual(
      expect.arrayContaining([
        ['LC20', 0],
        ['LC21', 0],
      ]),
    );
    for (const id of ['LC20', 'LC21']) await store.conferences.save(id, closed(200));
    await store.conferences.deleteClosed(2_000_000_000_000);
  });

  it('lists open ones with their facts, the last word of each', async () => {
    await store.conferences.insert(record('LC1', 'room'));
    await store.conferences.insert(record('LC2'));
    await store.conferences.save(
      'LC1',
      facts(['roles:alice', '3'], ['members:M1', '{"name":"a\\u0000愛"}'], ['cver', '1']),
    );
    await store.conferences.save('LC1', facts(['roles:alice', '7'], ['cver', null]));
    await store.conferences.save('LC2', facts(['cver', '1']));
    await store.conferences.save('LC2', closed(3));
    expect(await store.conferences.listOpen()).toEqual([
      {
        ...record('LC1', 'room'),
        facts: new Map([
          ['roles:alice', '7'],
          ['members:M1', '{"name":"a\\u0000愛"}'],
        ]),
      },
    ]);
  });

  it('takes more facts at once than one statement may have', async () => {
    await store.conferences.insert(record('LC3'));
    const many = Array.from({ length: 2_500 }, (_, index): [string, string] => [`channels:M${index}`, '{}']);
    await store.conferences.save('LC3', facts(...many));
    await store.conferences.save('LC3', facts(...many.slice(1).map(([key]): [string, null] => [key, null])));
    const open = await store.conferences.listOpen();
    expect(open.find(({ id }) => id === 'LC3')?.facts).toEqual(new Map([['channels:M0', '{}']]));
    await store.conferences.save('LC3', closed(4));
  });
});

describe('webhooks that wait', () => {
  const event = (id: string, conferenceId: string, createdAt = 100) => ({
    id,
    appKey: 'lectern#demo',
    conferenceId,
    body: `{"id":"${id}"}`,
    createdAt,
    isQueued: true,
  });

  it('are stored with the facts they tell of, come back in order and go when they were taken', async () => {
    await store.conferences.insert(record('LC30'));
    const events = [event('EV1', 'LC30'), event('EV2', 'LC30')];
    await store.conferences.save('LC30', { ...facts(['cver', '2']), events });
    await store.webhooks.append(event('EV3', 'LC31'));
    await store.conferences.save('LC30', { ...closed(7), events: [event('EV4', 'LC30', 300)] });
    expect((await store.webhooks.waiting()).toSorted()).toEqual(['LC30', 'LC31']);
    const taken: string[] = [];
    for (;;) {
      const next = await store.webhooks.oldest('LC30');
      if (next === undefined) break;
      taken.push(next.id);
      await store.webhooks.delivered(next.position);
    }
    expect(taken).toEqual(['EV1', 'EV2', 'EV4']);
    expect(await store.webhooks.trim(101, 10)).toBe(1);
  });

  it('are dropped when they are too many, oldest first', async () => {
    for (let index = 0; index < 5; index += 1) await store.webhooks.append(event(`EV${index}`, 'LC32'));
    expect(await store.webhooks.trim(0, 2)).toBe(3);
    expect((await store.webhooks.oldest('LC32'))?.id).toBe('EV3');
    expect(await store.webhooks.trim(1_000, 2)).toBe(2);
  });
});

describe('the log of events', () => {
  const event = (id: string, appKey = 'org#log') => ({
    ...{ id, appKey, conferenceId: 'LC40', body: `{"id":"${id}"}`, createdAt: 100, isQueued: false },
  });

  it('is written with the facts, read from a cursor on by each application, and forgotten with time', async () => {
    await store.conferences.insert(record('LC40'));
    const events = [event('EV1'), event('EV2', 'org#other'), event('EV3')];
    await store.conferences.save('LC40', { ...facts(['cver', '2']), events });
    await store.conferences.save('LC40', { ...closed(7), events: [event('EV4')] });
    const idsAfter = async (position: number, limit = 10): Promise<string[]> =>
      (await store.events.listAfter('org#log', position, limit)).map(
        ({ body }) => (JSON.parse(body) as { id: string }).id,
      );
    expect(await idsAfter(0)).toEqual(['EV1', 'EV3', 'EV4']);
    const [first] = await store.events.listAfter('org#log', 0, 1);
    expect(await idsAfter(first!.position, 1)).toEqual(['EV3']);
    expect(await store.webhooks.waiting()).not.toContain('LC40');
    expect(await store.events.cursor('reader')).toBeUndefined();
    await store.events.saveCursor('reader', first!.position);
    await store.events.saveCursor('reader', await store.events.latest());
    expect(await store.events.listAfter('org#log', (await store.events.cursor('reader'))!, 10)).toEqual([]);
    await store.events.prune(101);
    expect(await idsAfter(0)).toEqual([]);
  });

  it('shows positions in the order in which writers commit, so that no reader steps over one', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `LC5${index}`);
    for (const id of ids) await store.conferences.insert(record(id));
    const writers = { areDone: false };
    const seen: number[] = [];
    const reader = (async () => {
      let cursor = 0;
      const readMore = async (): Promise<void> => {
        for (const { position } of await store.events.listAfter('org#race', cursor, 1_000))
          seen.push((cursor = position));
      };
      while (!writers.areDone) await readMore();
      await readMore();
    })();
    const write = async (id: string): Promise<void> => {
      for (let round = 0; round < 5; round += 1) {
        const events = [event(`${id}-${round}`, 'org#race')];
        await store.conferences.save(id, { ...facts(['cver', String(round)]), events });
      }
    };
    await Promise.all(ids.map(write));
    writers.areDone = true;
    await reader;
    expect(seen).toHaveLength(100);
  });
});

describe('answers to repeated calls', () => {
  it('are kept under the key of the call, which is taken once', async () => {
    const call = { keyId: 'LK1', idempotencyKey: 'A', request: 'digest', answer: null, startedAt: 5 };
    expect(await store.replays.begin(call)).toBeUndefined();
    expect(await store.replays.begin({ ...call, request: 'other', startedAt: 6 })).toEqual(call);
    await store.replays.finish('LK1', 'A', 'sealed');
    expect(await store.replays.begin(call)).toEqual({ ...call, answer: 'sealed' });
    expect(await store.replays.begin({ ...call, keyId: 'LK2' })).toBeUndefined();
    await store.replays.forget('LK2', 'A');
    expect(await store.replays.begin({ ...call, keyId: 'LK2', startedAt: 9 })).toBeUndefined();
    await store.replays.prune(9);
    expect(await store.replays.begin(call)).toBeUndefined();
    await store.replays.prune(10);
  });
});

describe('the embedded PostgreSQL', () => {
  it('keeps its password to its owner', async () => {
    expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
  });

  it('makes a database for somebody else, once', async () => {
    const first = await store.siblingDatabase?.('marketplace');
    expect(await store.siblingDatabase?.('marketplace')).toBe(first);
  });

  it('starts again with all facts after a clean stop', async () => {
    await store.close();
    store = await open();
    expect(await store.users.find('lectern#demo', 'alice')).toBeDefined();
  });

  it('starts again with all facts when the one before was left running or killed', async () => {
    await store.close();
    const left = await startUnguardedPostgres(dataDir);
    store = await open();
    expect(await left.exited).toBe('stopped');
    expect(await store.users.find('lectern#demo', 'alice')).toBeDefined();

    process.kill(await postmasterPid(), 'SIGKILL');
    await store.close();
    store = await open();
    expect(await store.users.find('lectern#demo', 'alice')).toBeDefined();
  });

  it('comes back by itself, at the same address, when it is killed under a running server', async () => {
    const pid = await postmasterPid();
    const sibling = await store.siblingDatabase?.('marketplace');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => postmasterPid().catch(() => pid)).not.toBe(pid);
    const refusals: unknown[] = [];
    const find = (): Promise<unknown> =>
      store.users.find('lectern#demo', 'alice').catch((error: unknown) => void refusals.push(error));
    await expect.poll(find).toBeDefined();
    // Early requests failed with an error that callers can distinguish from their own mistakes.
    expect(refusals.filter((error) => !isDatabaseAway(error))).toEqual([]);
    expect(await store.siblingDatabase?.('marketplace')).toBe(sibling);
  });

  it('ends with the process that started it, even when that is killed', async () => {
    await store.close();
    const program = await bundleForNode(
      `
      import { openStore } from './store/index.js';
      await openStore({ dataDir: ${JSON.stringify(dataDir)}, databaseUrl: undefined, log: () => undefined });
      console.log('open');
    `,
      new URL('..', import.meta.url),
    );
    const child = spawn(process.execPath, [program]);
    await new Promise((ready, fail) => {
      child.stdout.once('data', ready);
      child.once('exit', () => fail(new Error('the process ended too early')));
    });
    const pid = await postmasterPid();
    child.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
    store = await open();
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe.each([
  ['the database', () => store.userInfo],
  ['the store of tests', () => new MemoryUserInfoStore()],
] as const)('what users say of themselves in %s', (_name, openInfo) => {
  it('is set by property and taken away by an empty text', async () => {
    const info = openInfo();
    expect(await info.set('say#app', 'ann', { nickname: 'Ann', sign: '' })).toEqual({ nickname: 'Ann' });
    expect(await info.set('say#app', 'ann', { sign: 'é <b>' })).toEqual({ nickname: 'Ann', sign: 'é <b>' });
    await info.set('other#app', 'ann', { nickname: 'Anna' });
    const found = await info.get('say#app', ['ann', 'ben']);
    expect([...found]).toEqual([['ann', { nickname: 'Ann', sign: 'é <b>' }]]);
    expect(await info.set('say#app', 'ann', { nickname: '', sign: 'x' })).toEqual({ sign: 'x' });
    expect([...(await info.get('say#app', []))]).toEqual([]);
  });
});

describe.each([
  ['the database', () => store.presence],
  ['the store of tests', () => new MemoryPresenceStore()],
] as const)('who watches whom in %s', (_name, openPresence) => {
  it('is kept until it is over or given up, and prolonged by watching again', async () => {
    const presence = openPresence();
    const watch = (watched: string, until: number) => ({ appKey: 'see#app', watcher: 'ann', watched, until });
    await presence.watch([watch('ben', 10), watch('cai', 10), watch('dan', 20)]);
    await presence.watch([watch('ben', 30)]);
    await presence.unwatch('see#app', 'ann', ['dan']);
    await presence.unwatch('see#app', 'eve', ['ben']);
    expect(await presence.list(10)).toEqual([watch('ben', 30)]);
    expect(await presence.list(30)).toEqual([]);
  });
});

describe('commands of the operator', () => {
  it('open the database of a server that has run, by its secret', async () => {
    const url = await store.siblingDatabase!('commands');
    const config = readConfig({ DATABASE_URL: url, SECRET: 'the secret of this test', DATA_DIR: dataDir });
    await expect(attachStore(config)).rejects.toThrow('start it once');
    const { db, close } = await openDatabase(url, silent);
    await new SqlSecretStore(db).replace([fingerprintOf('the secret of this test')]);
    await close();
    const first = await attachStore(config);
    const { id } = await first.keys.create('lectern#demo', 'school');
    expect(await first.keys.list()).toMatchObject([{ id, name: 'school' }]);
    await first.close();
    await expect(attachStore(readConfig({ DATABASE_URL: `${url}x` }))).rejects.toThrow('DATABASE_URL');
  });
});

describe('API keys and revocations of grants', () => {
  const key = {
    id: 'LK1',
    appKey: 'lectern#demo',
    name: 'school',
    sealedSecret: 'v1.x',
    createdAt: 5,
    revokedAt: null,
  };

  it('are kept, and a key is revoked together with its grants, once', async () => {
    await store.apiKeys.insert(key);
    await store.apiKeys.insert({ ...key, id: 'LK2', createdAt: 6 });
    await store.apiKeys.reseal('LK2', 'v1.y');
    expect(await store.apiKeys.list()).toEqual([key, { ...key, id: 'LK2', createdAt: 6, sealedSecret: 'v1.y' }]);
    expect(await store.apiKeys.revoke('LK1', 7)).toEqual({ ...key, revokedAt: 7 });
    expect(await store.apiKeys.revoke('LK1', 8)).toEqual({ ...key, revokedAt: 7 });
    expect(await store.apiKeys.revoke('LK3', 8)).toBeUndefined();
    expect(await store.apiKeys.find('LK1')).toMatchObject({ revokedAt: 7 });
    const ofMember = { appKey: 'lectern#demo', kind: 'member', value: 'sue', room: 'maths', at: 9 } as const;
    await store.grantRevocations.append(ofMember);
    const [first, second, ...rest] = await store.grantRevocations.listAfter(0);
    expect(first).toMatchObject({ kind: 'key', value: 'LK1', room: null, at: 7 });
    expect([second, rest]).toEqual([{ ...ofMember, position: expect.any(Number) }, []]);
    expect(await store.grantRevocations.listAfter(first!.position)).toEqual([second]);
    await store.grantRevocations.prune(9);
    expect(await store.grantRevocations.listAfter(0)).toEqual([second]);
  });
});
