import { afterAll, beforeAll, expect, it } from 'vitest';
import { SeededRandom } from '../../impairment/index.js';
import { INSPECTABLE, memoryAfterCollection } from '../../support/inspector.js';
import { eventually, ServerProcess } from '../../support/index.js';
import { Classroom } from '../classroom.js';
import { liveThrough, settle } from './soak.js';
import { SoakMember } from './soak-member.js';

/** `SOAK_MINUTES=20` for the long one, which is `npm run soak`. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 1);
const SEED = Number(process.env.SOAK_SEED ?? 20_261_121);
const MEMBERS = 8;
const LOSS = 0.03;
/** Everybody is brought together and everything counted this many times, the first of them as the reference. */
const ROUNDS = Math.max(3, Math.round(MINUTES / 2));
/** Growth allowed for code and caches after the first round, in bytes, and per minute of soaking. */
const GROWTH_BYTES = 6e6;
const GROWTH_BYTES_PER_MINUTE = 0.2e6;

let server: ServerProcess;
let classroom: Classroom;
let members: readonly SoakMember[];

beforeAll(async () => {
  server = await ServerProcess.start({ env: { NODE_OPTIONS: INSPECTABLE } });
  classroom = new Classroom(server.url);
  members = await Promise.all(
    Array.from({ length: MEMBERS }, (_, index) => SoakMember.start(index + 1, server.url, { loss: LOSS })),
  );
});

afterAll(async () => {
  await Promise.all((members ?? []).map((member) => member.close()));
  await server?.close();
});

const gauges = async (): Promise<Readonly<Record<string, number>>> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const value = (name: string): number =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1),
    );
  return {
    members: value('lectern_members'),
    streams: value('lectern_streams'),
    transports: value('lectern_media{what="transports"}'),
  };
};

/** Exactly what eight members who see each other need, on both sides. */
const nothingIsLeftOver = async (): Promise<void> => {
  const expected = { members: MEMBERS, streams: MEMBERS, transports: MEMBERS * MEMBERS };
  await eventually('the server holding what is needed and no more', gauges, (held) =>
    Object.entries(expected).every(([name, count]) => held[name] === count),
  );
  for (const { name, participant } of members) {
    await eventually(
      `${name} holding what it needs and no more`,
      () => participant.tell('liveObjects'),
      ({ peerConnections, sockets, liveTracks }) => peerConnections === MEMBERS && sockets === 1 && liveTracks === 2,
    );
  }
};

/** Bytes on the heap after garbage collection, by process. */
const heaps = async (): Promise<ReadonlyMap<string, number>> => {
  const ofServer = (await memoryAfterCollection(server.log)).map(
    ({ script, heapUsed, external }) => [script.split('/').slice(-2).join('/'), heapUsed + external] as const,
  );
  const ofMembers = members.map(
    async ({ name, participant }) => [name, (await participant.tell('memory')).heapUsed] as const,
  );
  return new Map([...ofServer, ...(await Promise.all(ofMembers))]);
};

/** Send buffers on a busy machine drain eventually; leaked memory never does. */
const memoryIsFlat = async (reference: ReadonlyMap<string, number>): Promise<void> => {
  const growth = GROWTH_BYTES + GROWTH_BYTES_PER_MINUTE * MINUTES;
  const grown = async (): Promise<string[]> =>
    [...(await heaps())].flatMap(([name, bytes]) =>
      bytes < (reference.get(name) ?? 0) + growth ? [] : `${name} ${(bytes / 1e6).toFixed(1)} MB`,
    );
  await eventually('every process holding the memory it held at first', grown, (names) => names.length === 0);
};

it(
  `${MEMBERS} members with ${LOSS * 100} % loss come and go, mute, republish and lose their network for ${MINUTES} minutes`,
  async () => {
    const random = new SeededRandom(SEED);
    for (const member of members) await member.enter(classroom);
    let reference: ReadonlyMap<string, number> | undefined;
    let happened = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      happened += await liveThrough(members, classroom, random.fork(round), (MINUTES * 60_000) / ROUNDS);
      await settle(members, classroom);
      await nothingIsLeftOver();
      for (const { name, participant } of members) {
        const events = await participant.tell('takeEvents');
        const failures = events.filter((event) => event.name === 'linkFailed').map(({ detail }) => detail);
        expect(failures, `${name} lost a link for good`).toEqual([]);
      }
      const now = await heaps();
      reference ??= now;
      const megabytes = [...now].map(([name, bytes]) => `${name} ${(bytes / 1e6).toFixed(1)}`);
      // Figures for the log, which a passing test would not show.
      // oxlint-disable-next-line no-console
      console.log(`round ${round + 1}: ${happened} happenings; MB after collection: ${megabytes.join(', ')}`);
      await memoryIsFlat(reference);
    }
    // About one in two seconds of each half; far fewer would mean that it stood still.
    expect(happened).toBeGreaterThan(MINUTES * 10);
  },
  (MINUTES * 2 + 5) * 60_000,
);
