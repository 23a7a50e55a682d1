import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, ServerProcess } from '../support/index.js';
import { APP_KEY, Classroom, eventsOf } from './classroom.js';
import { everybodyPerceivesEverybody, perceives } from './growth.js';
import type { HeadlessParticipant } from './headless-participant.js';

let server: ServerProcess;
let classroom: Classroom;

beforeAll(async () => {
  server = await ServerProcess.start();
  classroom = new Classroom(server.url);
});

afterAll(async () => {
  await classroom.close();
  await server.close();
});

/** The database's main process; its children name a task of theirs. */
const database = (): number => {
  const found = server.processes.find(({ commandLine }) => commandLine.includes('postgres -D'));
  if (found === undefined) throw new Error(`no database: ${server.processes.map((p) => p.commandLine).join('\n')}`);
  return found.pid;
};

let strangers = 0;

/** Sends a request that needs the database, and returns the HTTP status. */
const signUp = async (): Promise<number> => {
  const response = await fetch(`${server.url}/${APP_KEY.replace('#', '/')}/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `stranger${(strangers += 1)}`, password: 'nobody asks for it' }),
  });
  return response.status;
};

it('a class goes on while its database is killed, and everything it did is known after the server is, too', async () => {
  const ann = await classroom.enter('ann');
  const ben = await classroom.enter('ben');
  await everybodyPerceivesEverybody([ann, ben]);

  const killed = database();
  process.kill(killed, 'SIGKILL');
  await ann.tell('muteVideo');
  await eventually(
    'ben knowing that ann has no picture',
    async () => (await ben.tell('state')).streams.some(({ videoMuted, isLocal }) => videoMuted && !isLocal),
    (isMuted) => isMuted,
  );
  await ann.tell('unmuteVideo');
  await everybodyPerceivesEverybody([ann, ben]);
  await eventually('the database being back', signUp, (status) => status === 200);
  expect(database()).not.toBe(killed);

  // New data is written to the new database; without it, nobody could reconnect below.
  const cai: HeadlessParticipant = await classroom.enter('cai');
  await perceives(ann, cai);
  const known = (await ann.tell('state')).members;
  const since = (await eventsOf(ann)).length;
  await server.kill('SIGKILL');
  await server.start();
  await everybodyPerceivesEverybody([ann, ben, cai]);
  expect((await ann.tell('state')).members).toEqual(known);
  expect(await eventsOf(ann, since)).not.toContain('memberLeft');
});
