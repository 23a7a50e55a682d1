import { afterEach, beforeEach, expect, it } from 'vitest';
import { SeededRandom, SignallingProxy } from '../impairment/index.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Chatter, network } from './chatters.js';

const CLIENTS = 50;
/** Everybody writes to this many of the others. */
const PEERS = 4;
const MESSAGES = 50;
const TOTAL = CLIENTS * PEERS * MESSAGES;
/** Messages of one conversation that are on their way at a time. */
const WINDOW = 5;
const CUT_EVERY = 100;
const KILL_AT = TOTAL / 2;
const SEED = 20_261_122;
// Deadlines, not expectations: nothing here depends on how fast the machine is.
const TEST_MS = 300_000;

let server: ServerProcess;
let proxy: SignallingProxy;
let everybody: Chatter[] = [];

beforeEach(async () => {
  // What is asked here is whether anything gets lost, not how much one user may send.
  const many = '1000000';
  server = await ServerProcess.start({
    env: { IM_MESSAGE_BURST: many, IM_MESSAGES_PER_SECOND: many, FRAME_BURST: many, FRAMES_PER_SECOND: many },
  });
  proxy = await SignallingProxy.start(server.url);
});

afterEach(async () => {
  for (const { client } of everybody) client.close();
  await proxy.close();
  await server.close();
});

const texts = Array.from({ length: MESSAGES }, (_, index) => String(index));

/** Writes everything to one peer, some messages at a time, each sent after the one before it. */
async function converse(from: Chatter, to: Chatter, acknowledged: () => void): Promise<string[]> {
  const ids: Promise<string>[] = [];
  for (const [index, text] of texts.entries()) {
    await ids[index - WINDOW];
    ids.push(
      from.write(to.name, text).then(({ id }) => {
        acknowledged();
        return id;
      }),
    );
  }
  return Promise.all(ids);
}

const heardByAll = (): number => everybody.reduce((sum, { count }) => sum + count, 0);

it(
  `${TOTAL} messages between ${CLIENTS} clients come once each and in order, although sockets are cut and all is killed`,
  async () => {
    everybody = await Promise.all(
      Array.from({ length: CLIENTS }, (_, index) => Chatter.enter(`user${index}`, server.url, proxy.url)),
    );
    const random = new SeededRandom(SEED);
    let [acknowledged, cuts] = [0, 0];
    let restarted: Promise<void> | undefined;
    const restart = async (): Promise<void> => {
      const killed = server.kill('SIGKILL');
      // Nobody gives up meanwhile, however long the start takes.
      network.set(false);
      await killed;
      await server.start();
      network.set(true);
    };
    const onAcknowledged = (): void => {
      acknowledged += 1;
      if (acknowledged === KILL_AT) restarted = restart();
      if (acknowledged % CUT_EVERY !== 0) return;
      const connection = proxy.connections[Math.floor(random.next() * proxy.connections.length)];
      proxy.cut(random.chance(0.5) ? 'reset' : 'fin', connection);
      cuts += 1;
    };

    const conversations = everybody.flatMap((from, index) =>
      Array.from({ length: PEERS }, (_, peer) => ({ from, to: everybody[(index + peer + 1) % CLIENTS]! })),
    );
    const ids = await Promise.all(conversations.map(({ from, to }) => converse(from, to, onAcknowledged)));
    await restarted;
    expect(acknowledged).toBe(TOTAL);
    expect(cuts).toBe(TOTAL / CUT_EVERY);
    expect(proxy.attempts).toBeGreaterThan(CLIENTS + CLIENTS);

    // What comes twice comes before what was written after it.
    await Promise.all(conversations.map(({ from, to }) => from.write(to.name, 'end')));
    await eventually(
      'everybody having heard everything',
      heardByAll,
      (n) => n >= TOTAL + conversations.length,
      TEST_MS,
    );
    for (const [index, { from, to }] of conversations.entries()) {
      expect(to.textsFrom(from.name), `${from.name} to ${to.name}`).toEqual([...texts, 'end']);
      expect(
        to.heard
          .get(from.name)
          ?.slice(0, -1)
          .map(({ id }) => id),
      ).toEqual(ids[index]);
    }
  },
  TEST_MS,
);
