import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom, othersOf } from './classroom.js';
import { perceives } from './growth.js';

const ROUNDS = 50;
/** Every so many rounds media is awaited; in the others, members leave at any moment of joining. */
const WATCHED_EVERY = 10;

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start();
});

afterAll(async () => {
  await server.close();
});

const gauge = async (name: string): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  if (line === undefined) throw new Error(`the server has no metric ${name}`);
  return Number(line.split(' ').at(-1));
};

it(`leaves no object after ${ROUNDS} joins and leaves, neither with the member nor on the server`, async () => {
  const classroom = new Classroom(server.url);
  const ben = await classroom.enter('ben');
  const ann = await classroom.enter('ann', { publish: 'nothing' });
  await perceives(ann, ben);
  await ann.tell('leave', { close: false });
  const alone = {
    transports: await eventually(
      'one transport',
      () => gauge('lectern_media{what="transports"}'),
      (n) => n === 1,
    ),
    members: await gauge('lectern_members'),
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    await classroom.join(ann);
    if (round % WATCHED_EVERY === 0) await perceives(ann, ben);
    await ann.tell('leave', { close: false });
    await eventually(
      `nothing being left of round ${round}`,
      () => ann.tell('liveObjects'),
      (live) => Object.values(live).every((count) => count === 0),
    );
  }

  await eventually(
    'ben being alone',
    () => othersOf(ben),
    (others) => others.length === 0,
  );
  await eventually(
    'the server having let go',
    async () => ({
      transports: await gauge('lectern_media{what="transports"}'),
      members: await gauge('lectern_members'),
    }),
    (now) => now.transports === alone.transports && now.members === alone.members,
  );
  expect(await ben.tell('liveObjects')).toMatchObject({ peerConnections: 1, sockets: 1, liveTracks: 2 });
  await classroom.close();
});
