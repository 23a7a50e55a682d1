import { FakeClock } from '@lectern/kit/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { fingerprintOf } from '../auth/known-secrets.js';
import { readConfig } from '../config.js';
import { MemoryStore } from '../testing/memory-store.js';
import { commandStore } from './attach-store.js';
import { runCommand } from './run-command.js';
import { table } from './table.js';

const SECRET = 'the secret of this test';
let store: MemoryStore;
let env: Record<string, string>;
let printed: string;
let complaint: string;

/** Runs `lectern` with these arguments; resolves with its exit code. */
async function lectern(...args: string[]): Promise<number> {
  [printed, complaint] = ['', ''];
  return runCommand(args, {
    env,
    attach: () => commandStore(store, readConfig(env), new FakeClock()),
    write: (text) => (printed += text),
    writeError: (text) => (complaint += text),
  });
}

beforeEach(async () => {
  store = new MemoryStore();
  env = { SECRET, APP_KEYS: 'school#web' };
  await store.secrets.replace([fingerprintOf(SECRET)]);
});

describe('lectern keys', () => {
  it('makes a key whose secret is shown once, lists it without, and revokes it', async () => {
    expect(await lectern('keys', 'create', '--name', 'backend')).toBe(0);
    const [, id = '', secret = ''] = /id +(LK\w+)\n +secret +(\S+)/.exec(printed) ?? [];
    const { keys } = await commandStore(store, readConfig(env));
    expect(await keys.authenticate(id, secret)).toMatchObject({ appKey: 'school#web' });
    expect(await lectern('keys', 'list')).toBe(0);
    expect(printed).toMatch(new RegExp(`^ID .*\n${id}  school#web   backend  .* good\n$`));
    expect(printed).not.toContain(secret);
    expect(await lectern('keys', 'revoke', id)).toBe(0);
    expect(await keys.authenticate(id, secret)).toBeUndefined();
    await lectern('keys', 'list', '--json');
    expect(JSON.parse(printed)).toMatchObject([{ id, revokedAt: expect.any(Number) }]);
  });

  it('refuses what it cannot do, says why, and changes nothing', async () => {
    env['APP_KEYS'] = 'school#web,school#app';
    const wrong: [string[], string][] = [
      [['keys', 'create'], 'say what the key is for'],
      [['keys', 'create', '--name', 'x'], 'name the application by --app, one of school#web, school#app'],
      [['keys', 'create', '--name', 'x', '--app', 'other#app'], '--app other#app: the server has'],
      [['keys', 'create', '--nmae', 'x'], "Unknown option '--nmae'"],
      [['keys', 'revoke'], 'name one key'],
      [['keys', 'revoke', 'LK0000000000000000'], 'there is no key LK0000000000000000'],
      [['keys', 'drop'], '"keys drop" is not known'],
      [['token', 'ann', '--app', 'school#web'], 'school#web has no user ann'],
      [['rooms', 'close'], 'rooms are listed only'],
    ];
    for (const [args, message] of wrong) {
      expect([await lectern(...args), printed]).toEqual([1, '']);
      expect(complaint).toContain(message);
    }
    expect(await store.apiKeys.list()).toEqual([]);
  });

  it('does not encrypt under a secret that is not the one of the server', async () => {
    env['SECRET'] = 'another secret altogether';
    expect(await lectern('keys', 'create', '--name', 'backend')).toBe(1);
    expect(complaint).toContain('another secret than SECRET');
    await store.secrets.replace([]);
    expect(await lectern('keys', 'create', '--name', 'backend')).toBe(1);
    expect(complaint).toContain('start it once');
  });
});

describe('lectern token', () => {
  it('issues an access token of a user that there is', async () => {
    await store.users.insert({ appKey: 'school#web', name: 'ann', passwordHash: '', nickName: null, createdAt: 0 });
    expect(await lectern('token', 'ann')).toBe(0);
    const { tokens } = await commandStore(store, readConfig(env), new FakeClock());
    expect(tokens.readAccess(printed.trim())).toMatchObject({ appKey: 'school#web', user: 'ann' });
  });
});

describe('lectern rooms', () => {
  it('lists the open rooms with who is in them', async () => {
    await lectern('rooms');
    expect(printed).toBe('none\n');
    const room = {
      id: 'LC1',
      appKey: 'school#web',
      roomName: '數學',
      type: 10,
      passwordHash: '',
      creator: '',
      createdAt: 0,
    } as const;
    const operated = { access: 'granted', asksPassword: false, isKept: true, openedAt: 0, members: {} } as const;
    await store.conferences.insert({ ...room, config: { operated } });
    const changes = new Map([
      ['members:MEM1', '{}'],
      ['members:MEM2', '{}'],
    ]);
    await store.conferences.save('LC1', { changes, events: [], endedAt: undefined });
    await lectern('rooms');
    expect(printed).toBe(
      'ID   APPLICATION  NAME  ACCESS   MEMBERS  OPENED\nLC1  school#web   數學  granted  2        1970-01-01T00:00\n',
    );
  });
});

describe('lectern without a command that it knows', () => {
  it('says what there is', async () => {
    expect([await lectern('--help'), complaint]).toEqual([0, '']);
    expect(printed).toContain('Usage: lectern <command>');
    expect(await lectern('dance')).toBe(1);
    expect(complaint).toContain('"dance" is not known');
  });
});

it('a table aligns names of any script', () => {
  expect(
    table(
      ['A', 'B'],
      [
        ['愛', 'x'],
        ['abc', 'y'],
      ],
    ),
  ).toBe('A    B\n愛   x\nabc  y\n');
});
