import type { ImChatType } from '@lectern/rtc/im';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SeededRandom, SignallingProxy } from '../impairment/index.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Chatter, network, textsOf } from './chatters.js';

const CLIENTS = 50;
const AT_ONCE = 5;
/** Everybody writes to this many of the others, and to a group. */
const PEERS = 3;
const GROUP_SIZE = 5;
const MESSAGES = 50;
const TOTAL = CLIENTS * (PEERS + 1) * MESSAGES;
/** Maximum number of unacknowledged messages per conversation. */
const WINDOW = 5;
const CUT_EVERY = 100;
const KILL_SERVER_AT = TOTAL * 0.4;
const KILL_DATABASE_AT = TOTAL * 0.7;
const SEED = 20_261_122;

let server: ServerProcess;
let proxy: SignallingProxy;
let everybody: readonly Chatter[] = [];

beforeEach(async () => {
  // The rate limits per user are raised: this test looks for lost messages.
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

/** A sequence of messages from one user to a user or to a group. */
interface Talk {
  readonly from: Chatter;
  readonly to: string;
  readonly type: ImChatType;
  readonly hearers: readonly Chatter[];
}

const texts = Array.from({ length: MESSAGES }, (_, index) => String(index));

/** Writes everything, some messages at a time, each sent after the one before it; resolves with the ids that they got. */
async function talk({ from, to, type }: Talk, acknowledged: () => void): Promise<string[]> {
  const ids: Promise<string>[] = [];
  for (const [index, text] of texts.entries()) {
    await ids[index - WINDOW];
    ids.push(
      from.write(to, text, type).then(({ id }) => {
        acknowledged();
        return id;
      }),
    );
  }
  return Promise.all(ids);
}

const talksToUsers = (): Talk[] =>
  everybody.flatMap((from, index) =>
    Array.from({ length: PEERS }, (_, peer): Talk => {
      const to = everybody[(index + peer + 1) % CLIENTS]!;
      return { from, to: to.name, type: 'single', hearers: [to] };
    }),
  );

async function talksToGroups(): Promise<Talk[]> {
  const groups = Array.from({ length: CLIENTS / GROUP_SIZE }, (_, index) =>
    everybody.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
  );
  const talks = groups.map(async ([owner, ...others]): Promise<Talk[]> => {
    const members = others.map(({ name }) => name);
    const to = await owner!.client.groups.create({ name: `group of ${owner!.name}`, members });
    const all = [owner!, ...others];
    return all.map((from) => ({ from, to, type: 'group', hearers: all.filter((each) => each !== from) }));
  });
  return (await Promise.all(talks)).flat();
}

async function restart(): Promise<void> {
  const killed = server.kill('SIGKILL');
  // The clients are offline, so that they do not run out of attempts, however long the start takes.
  network.set(false);
  await killed;
  await server.start();
  network.set(true);
}

function killDatabase(): void {
  const database = server.processes.find(({ commandLine }) => commandLine.includes('postgres -D'));
  expect(database).toBeDefined();
  process.kill(database!.pid, 'SIGKILL');
}

it(`${TOTAL} messages between ${CLIENTS} clients come once each and in order, although sockets are cut, server and database killed`, async () => {
  everybody = [];
  // A few at a time: passwords are costly on purpose.
  while (everybody.length < CLIENTS) {
    const names = Array.from({ length: AT_ONCE }, (_, index) => `user${everybody.length + index}`);
    const entered = names.map((name) => Chatter.enter(name, server.url, proxy.url));
    everybody = [...everybody, ...(await Promise.all(entered))];
  }
  const talks = [...talksToUsers(), ...(await talksToGroups())];
  const random = new SeededRandom(SEED);
  let [acknowledged, cuts] = [0, 0];
  let restarted: Promise<void> | undefined;
  const onAcknowledged = (): void => {
    acknowledged += 1;
    if (acknowledged === KILL_SERVER_AT) restarted = restart();
    if (acknowledged === KILL_DATABASE_AT) killDatabase();
    if (acknowledged % CUT_EVERY !== 0) return;
    const connection = proxy.connections[Math.floor(random.next() * proxy.connections.length)];
    proxy.cut(random.chance(0.5) ? 'reset' : 'fin', connection);
    cuts += 1;
  };
  const ids = await Promise.all(talks.map((each) => talk(each, onAcknowledged)));
  await restarted;
  expect(acknowledged).toBe(TOTAL);
  expect(cuts).toBe(TOTAL / CUT_EVERY);
  expect(proxy.attempts).toBeGreaterThan(CLIENTS + CLIENTS);

  // A duplicate would arrive before this last message.
  await Promise.all(talks.map(({ from, to, type }) => from.write(to, 'end', type)));
  const expected = talks.reduce((sum, { hearers }) => sum + hearers.length * (MESSAGES + 1), 0);
  const heardByAll = (): number => everybody.reduce((sum, { count }) => sum + count, 0);
  await eventually('everybody having heard everything', heardByAll, (count) => count >= expected);
  for (const [index, { from, to, type, hearers }] of talks.entries()) {
    for (const hearer of hearers) {
      const heard = hearer.messagesOf(from.name, type === 'group' ? to : undefined);
      expect(textsOf(heard), `${from.name} to ${to}, as ${hearer.name} hears it`).toEqual([...texts, 'end']);
      expect(heard.slice(0, -1).map(({ id }) => id)).toEqual(ids[index]);
    }
  }
});
