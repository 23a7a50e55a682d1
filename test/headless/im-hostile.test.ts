import {
  BodyType,
  Command,
  CommSyncUL,
  encode,
  MessageBody,
  MSync,
  NameSpace,
  Provision,
} from '@lectern/rtc/im-protocol';
import type { ImState } from '@lectern/rtc/im';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { sampleHostileFrames } from '../../server/src/testing/frame-mutations.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Chatter, signUp, textsOf } from './chatters.js';

const SEED = 20_261_122;
const SOCKETS = 40;
const FRAMES = 15;
const TALK = Array.from({ length: 100 }, (_, index) => String(index));

let server: ServerProcess;
let everybody: Chatter[] = [];

beforeEach(async () => {
  server = await ServerProcess.start();
});

afterEach(async () => {
  for (const { client } of everybody) client.close();
  await server.close();
});

const jid = (name: string) => ({ appKey: 'lectern#demo', name, domain: 'easemob.com' });

const syncFrame = (message: CommSyncUL): Uint8Array =>
  encode(MSync, { command: Command.Sync, payload: encode(CommSyncUL, message) });

const loginFrame = (name: string, token: string, resource: string): Uint8Array =>
  encode(MSync, {
    guid: { ...jid(name), clientResource: resource },
    auth: `$t$${token}`,
    command: Command.Provision,
    payload: encode(Provision, { resource }),
  });

const lawfulFrames = (name: string, token: string): readonly Uint8Array[] => {
  const body = { type: BodyType.Chat, from: jid(name), to: jid('ben'), contents: [{ type: 0, text: 'x' }] };
  const payload = encode(MessageBody, body);
  return [
    loginFrame(name, token, 'web'),
    encode(MSync, { command: Command.Unread }),
    syncFrame({ queue: jid('ann'), key: '1' }),
    syncFrame({ meta: { id: '1', to: jid('ben'), ns: NameSpace.Chat, payload } }),
    syncFrame({ meta: { id: '2', to: jid('ben'), ns: NameSpace.Conference, payload } }),
  ];
};

/** Texts that no client of SockJS sends. */
const WRONG_TEXTS = [
  '',
  '[',
  'null',
  '{}',
  '[1]',
  '["%"]',
  '["AAAA"]',
  `[${'"AA==",'.repeat(2_000)}"AA=="]`,
  '['.repeat(9_999),
];

async function open(path: string): Promise<WebSocket> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`);
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return socket;
}

const isOver = ({ readyState }: WebSocket): boolean => readyState === WebSocket.CLOSED;

it('two users chat on while others send garbage, floods and frames that are too long, and read nothing', async () => {
  const [ann, ben] = [await Chatter.enter('ann', server.url), await Chatter.enter('ben', server.url)];
  everybody = [ann, ben];
  const states: ImState[] = [];
  for (const { client } of everybody) client.on('state', (state) => states.push(state));
  const token = await signUp('mallory', server.url);
  const garbage = sampleHostileFrames(lawfulFrames('mallory', token), SOCKETS * FRAMES, SEED);
  const pid = server.pid;

  const talk = async (from: Chatter, to: Chatter): Promise<void> => {
    for (const text of TALK) await from.write(to.name, text);
  };
  const harass = async (index: number): Promise<void> => {
    const isSockJs = index % 4 === 3;
    const socket = await open(isSockJs ? `/ws/123/abcdefg${index % 10}/websocket` : '/websocket');
    if (!isSockJs && index % 2 === 0) socket.send(loginFrame('mallory', token, `device${index}`));
    for (const frame of garbage.slice(index * FRAMES, (index + 1) * FRAMES)) socket.send(frame);
    if (isSockJs) for (const text of WRONG_TEXTS) socket.send(text);
    socket.terminate();
  };
  const overflow = async (): Promise<void> => {
    const socket = await open('/websocket');
    socket.send(loginFrame('mallory', token, 'long'));
    socket.send(Buffer.alloc(3 * 1024 * 1024));
    await eventually('the socket of a frame that is too long being closed', () => isOver(socket), Boolean);
  };
  const flood = async (): Promise<void> => {
    const socket = await open('/websocket');
    socket.send(loginFrame('mallory', token, 'flood'));
    socket.pause();
    // Sends at full speed without reading the answers.
    for (let count = 0; count < 5_000; count += 1) socket.send(syncFrame({ queue: jid(`nobody${count}`) }));
    socket.resume();
    await eventually('the socket of a flood being closed', () => isOver(socket), Boolean);
  };
  await Promise.all([
    talk(ann, ben),
    talk(ben, ann),
    overflow(),
    flood(),
    ...Array.from({ length: SOCKETS }, (_, index) => harass(index)),
  ]);

  for (const [from, to] of [
    [ann, ben],
    [ben, ann],
  ] as const) {
    await eventually(
      'everything having come',
      () => to.messagesOf(from.name).length,
      (count) => count >= TALK.length,
    );
    expect(textsOf(to.messagesOf(from.name))).toEqual(TALK);
  }
  expect(states).toEqual([]);
  expect([...ben.heard.keys()].filter((key) => !/^(ann|mallory) /.test(key))).toEqual([]);
  expect(server.pid).toBe(pid);
  expect(server.log).not.toContain('"level":50');
});
