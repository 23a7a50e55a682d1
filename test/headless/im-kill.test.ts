import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually, ServerProcess } from '../support/index.js';
import { Chatter, network, textsOf } from './chatters.js';

const ROUNDS = 3;
const MESSAGES = 40;
/** Acknowledgements before everything is killed: more each time, so that it meets batches of different sizes. */
const KILL_AFTER = [1, 7, 23];

let server: ServerProcess;
let everybody: Chatter[] = [];

beforeEach(async () => {
  server = await ServerProcess.start({ env: { IM_MESSAGE_BURST: '1000' } });
});

afterEach(async () => {
  for (const { client } of everybody) client.close();
  await server.close();
});

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // A worker of the database that had ended by itself.
  }
}

it('what was acknowledged is on disk, although database and server are killed with the acknowledgement', async () => {
  const [ann, ben] = [await Chatter.enter('ann', server.url), await Chatter.enter('ben', server.url)];
  everybody = [ann, ben];
  const ids: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // The database is killed first, so that nothing in its memory reaches the disk any more. No time passes in between.
    const victims = [...server.processes.map(({ pid }) => pid).toReversed(), server.pid];
    let [acknowledged, isKilled] = [0, false];
    const killAll = (): void => {
      isKilled = true;
      for (const pid of victims) kill(pid);
      // The clients are offline, so that they do not run out of attempts.
      network.set(false);
    };
    const all = Array.from({ length: MESSAGES }, async (_, index) => {
      const { id } = await ann.write('ben', `${round} ${index}`);
      acknowledged += 1;
      if (acknowledged === KILL_AFTER[round]) killAll();
      return id;
    });
    await eventually('everything being killed', () => isKilled, Boolean);
    await server.kill('SIGKILL');
    await server.start();
    network.set(true);
    ids.push(...(await Promise.all(all)));
  }
  await eventually(
    'ben having heard everything',
    () => ben.messagesOf('ann').length,
    (count) => count >= ids.length,
  );
  expect(ben.messagesOf('ann').map(({ id }) => id)).toEqual(ids);
  expect(textsOf(ben.messagesOf('ann'))).toEqual(
    Array.from({ length: ROUNDS * MESSAGES }, (_, index) => `${Math.floor(index / MESSAGES)} ${index % MESSAGES}`),
  );
});
