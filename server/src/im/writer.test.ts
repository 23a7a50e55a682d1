import { expect, it } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { MemoryImStore } from '../testing/memory-im.js';
import type { ImMessage } from '../store/index.js';
import { ImWriter, type Draft } from './writer.js';

const AWAY = new Error('Connection terminated unexpectedly');

/** A store whose next responses are lost: before the write, or after it. */
class UnreliableStore extends MemoryImStore {
  readonly losses: ('before' | 'after')[] = [];
  attempts = 0;

  override async append(messages: readonly ImMessage[]): ReturnType<MemoryImStore['append']> {
    if (messages.length > 0) this.attempts += 1;
    const loss = this.losses.shift();
    if (loss === 'before') throw AWAY;
    const results = await super.append(messages);
    if (loss === 'after') throw AWAY;
    return results;
  }
}

const draftOf = (clientId: string): Draft => ({
  ...{ appKey: 'a#b', sender: 'ann', resource: 'web', recipient: 'ben', clientId },
  ...{ ns: 1, kind: 1, contentType: 0, body: new Uint8Array() },
});

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

function start(): { clock: FakeClock; store: UnreliableStore; writer: ImWriter; kept: string[] } {
  const [clock, store, kept] = [new FakeClock(), new UnreliableStore(), [] as string[]];
  const writer = new ImWriter(store, clock, ({ clientId }) => kept.push(clientId));
  return { clock, store, writer, kept };
}

it.each(['before', 'after'] as const)(
  'tells of a message once when the database goes away %s it is kept',
  async (loss) => {
    const { clock, store, writer, kept } = start();
    store.losses.push(loss, 'before');
    const first = writer.write(draftOf('1'));
    const second = writer.write(draftOf('2'));
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await turn();
      clock.advance(500);
    }
    const results = await Promise.all([first, second]);
    expect(store.messages.map(({ id }) => id)).toEqual(results.map(({ id }) => id));
    expect(kept).toEqual(['1', '2']);
    const repeated = await writer.write(draftOf('1'));
    expect(repeated).toEqual({ ...results[0], isNew: false });
    expect(kept).toEqual(['1', '2']);
  },
);

it('refuses what cannot be kept for another reason, or for longer than clients wait, and takes the next', async () => {
  const { clock, store, writer } = start();
  store.failure = new Error('the disk is full');
  await expect(writer.write(draftOf('1'))).rejects.toBe(store.failure);
  expect(store.attempts).toBe(1);
  store.failure = AWAY;
  const waiting = writer.write(draftOf('2'));
  const refused = expect(waiting).rejects.toBe(AWAY);
  for (let time = 0; time < 15_000; time += 500) {
    await turn();
    clock.advance(500);
  }
  await refused;
  store.failure = undefined;
  await expect(writer.write(draftOf('3'))).resolves.toMatchObject({ isNew: true });
});

it('ends without waiting for a database that is away', async () => {
  const { store, writer } = start();
  store.failure = AWAY;
  const refused = expect(writer.write(draftOf('1'))).rejects.toBe(AWAY);
  await turn();
  await writer.idle();
  await refused;
});
