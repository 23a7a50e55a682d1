import { afterEach, beforeEach, expect, test } from 'vitest';
import { SignallingProxy } from '../impairment/signalling-proxy.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom, othersOf } from './classroom.js';
import type { HeadlessParticipant } from './headless-participant.js';

let server: ServerProcess;
let proxy: SignallingProxy;
let classroom: Classroom;

beforeEach(async () => {
  server = await ServerProcess.start();
  proxy = await SignallingProxy.start(server.url);
  classroom = new Classroom(server.url);
});

afterEach(async () => {
  await classroom.close();
  await proxy.close();
  await server.close();
});

const messagesOf = async (member: HeadlessParticipant): Promise<readonly unknown[]> =>
  (await member.tell('administration')).messages;

const reads = (member: HeadlessParticipant, ...messages: readonly (readonly [from: string, content: unknown])[]) =>
  eventually(
    `${member.name} having read ${JSON.stringify(messages)}`,
    () => messagesOf(member),
    (read) => JSON.stringify(read) === JSON.stringify(messages),
  );

const broadcast = (member: HeadlessParticipant, content: unknown, topic?: string) =>
  member.tell('administer', { act: 'broadcast', content, isReliable: true, ...(topic && { topic }) });

test('messages to everybody are read once by each, whatever happens to the sockets', async () => {
  const ann = await classroom.enter('ann', { publish: 'nothing' });
  const ben = await classroom.enter('ben', { publish: 'nothing', serverUrl: proxy.url });
  const cai = await classroom.enter('cai', { publish: 'nothing', role: 1 });
  await eventually(
    'ann knowing both',
    () => othersOf(ann),
    ({ length }) => length === 2,
  );
  await broadcast(ann, { page: 1 }, 'slides');
  await Promise.all([reads(ben, ['ann', { page: 1 }]), reads(cai, ['ann', { page: 1 }])]);
  await expect(broadcast(cai, 'x')).rejects.toMatchObject({ code: -101 });

  // The server takes the recipient's socket for open, and what it sends is lost.
  proxy.halfOpen();
  await broadcast(ann, 'lost at first');
  proxy.restore();
  proxy.cut('reset');
  await reads(ben, ['ann', { page: 1 }], ['ann', 'lost at first']);

  // The recipient is away, and known to be.
  proxy.refuse();
  proxy.cut('reset');
  await eventually(
    'ben being away',
    () => ben.tell('state'),
    ({ signalling }) => signalling === 'reconnecting',
  );
  await broadcast(ann, 'while away');
  const sent = broadcast(ben, 'sent while away');
  proxy.restore();
  await sent;
  await reads(ben, ['ann', { page: 1 }], ['ann', 'lost at first'], ['ann', 'while away']);
  await reads(ann, ['ben', 'sent while away']);
  await reads(cai, ['ann', { page: 1 }], ['ann', 'lost at first'], ['ann', 'while away'], ['ben', 'sent while away']);
});
