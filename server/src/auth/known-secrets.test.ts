import { mkdtemp, readdir, readFile, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '@lectern/kit/clock';
import { ConfigError } from '../config.js';
import { ApiKeys, SecretBox } from '../keys/index.js';
import { APP_KEY, startTestServer } from '../testing/harness.js';
import { MemoryStore } from '../testing/memory-store.js';
import { chooseSecret, type SecretSettings } from './known-secrets.js';
import { Signer } from './signer.js';

const [OLD, NEW, OTHER] = ['the secret of before', 'the secret of today', 'a secret of nobody'];

let folder: string;
let store: MemoryStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-secrets-'));
  store = new MemoryStore();
});
afterEach(() => rm(folder, { recursive: true }));

const choose = (settings: Partial<SecretSettings> = {}): Promise<string> =>
  chooseSecret(store.secrets, {
    secret: undefined,
    previous: [],
    forget: [],
    path: join(folder, 'secret'),
    ...settings,
  });

describe('the secret of a database', () => {
  it('is made in a file once, and found there again', async () => {
    const made = await choose();
    expect((await readFile(join(folder, 'secret'), 'utf8')).trim()).toBe(made);
    expect(await choose()).toBe(made);
  });

  it('is not replaced when its file is lost: the start is refused, and says what to do', async () => {
    const made = await choose();
    await unlink(join(folder, 'secret'));
    const refused = choose();
    await expect(refused).rejects.toBeInstanceOf(ConfigError);
    await expect(refused).rejects.toThrow(
      `was in ${join(folder, 'secret')}, and is not there any more. Restore the file`,
    );
    expect(await readdir(folder)).toEqual([]);
    await expect(choose({ previous: [made] })).rejects.toThrow('Restore the file');
    expect(await choose({ secret: made })).toBe(made);
  });

  it('is given up for another one only by the fingerprint that the refusal names', async () => {
    await choose();
    await unlink(join(folder, 'secret'));
    const message = await choose().catch(String);
    const [, name = ''] = /FORGET_SECRET=([\da-f]+)$/.exec(String(message)) ?? [];
    for (const forget of ['', name.slice(0, 4), 'on', '0'.repeat(12)]) {
      await expect(choose({ forget: [forget] })).rejects.toThrow('Restore the file');
    }
    const made = await choose({ forget: [name] });
    expect(await choose()).toBe(made);
    await unlink(join(folder, 'secret'));
    // The setting does not forget a later secret.
    await expect(choose({ forget: [name] })).rejects.toThrow('Restore the file');
  });

  it('is not changed by mistake', async () => {
    await choose({ secret: OLD });
    await expect(choose({ secret: NEW })).rejects.toThrow('list that one in SECRET_PREVIOUS');
    expect(await choose({ secret: NEW, previous: [OTHER, OLD] })).toBe(NEW);
    expect(await choose({ secret: NEW })).toBe(NEW);
  });
});

describe('a secret that is rotated', () => {
  it('signs with the new one and verifies with both, until the old one is taken out', () => {
    const of = (current: string, ...previous: string[]): Signer =>
      new Signer(
        Buffer.from(current),
        previous.map((secret) => Buffer.from(secret)),
      );
    const token = of(OLD).seal('access-token', { user: 'ann' });
    const rotated = of(NEW, OTHER, OLD);
    expect(rotated.open('access-token', token)).toEqual({ user: 'ann' });
    expect(rotated.open('role-token', token)).toBeUndefined();
    expect(of(NEW).open('access-token', rotated.seal('access-token', { user: 'ann' }))).toEqual({ user: 'ann' });
    expect(of(NEW).open('access-token', token)).toBeUndefined();
    expect(of(OLD).open('access-token', rotated.seal('access-token', {}))).toBeUndefined();
  });

  it('logs nobody out', async () => {
    const before = await startTestServer({ SECRET: OLD }, { store });
    const token = await before.signUp('ann');
    await before.server.close();
    const room = { roomName: 'maths', password: '', memName: 'lectern#demo_ann', token };
    const open = async (env: Record<string, string>): Promise<unknown> => {
      const server = await startTestServer(env, { store });
      const { body } = await server.post('/lectern/demo/conferences/room', room);
      await server.server.close();
      return body.error;
    };
    await expect(open({ SECRET: NEW })).rejects.toThrow('SECRET_PREVIOUS');
    expect(await open({ SECRET: NEW, SECRET_PREVIOUS: `${OTHER}, ${OLD}` })).toBe(0);
    expect(await open({ SECRET: NEW })).not.toBe(0);
  });

  it('takes the API keys along, so that the old one may go', async () => {
    const keysUnder = (secret: string): ApiKeys =>
      new ApiKeys(store.apiKeys, new SecretBox([Buffer.from(secret)]), systemClock);
    const { id, secret } = await keysUnder(OLD).create(APP_KEY, 'school');
    const { server } = await startTestServer({ SECRET: NEW, SECRET_PREVIOUS: OLD }, { store });
    await server.close();
    expect(await keysUnder(NEW).authenticate(id, secret)).toMatchObject({ id });
  });
});
