import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually, freePort, ServerProcess } from '../support/index.js';
import { TlsFront } from '../support/tls-front.js';
import { TurnRelay } from '../support/turn-relay.js';
import type { LoggedEvent } from './commands.js';
import { APP_KEY } from './classroom.js';
import { everybodyPerceivesEverybody, stopsPerceiving } from './growth.js';
import { HeadlessParticipant } from './headless-participant.js';

/** Reserved for documentation (RFC 5737): nothing answers there. */
const ELSEWHERE = '203.0.113.7';

let closings: (() => Promise<unknown>)[];
let front: TlsFront;

const closeLater = <T extends { close(): Promise<unknown> }>(made: T): T => {
  closings.push(() => made.close());
  return made;
};

const participant = async (name: string, sender: number): Promise<HeadlessParticipant> =>
  closeLater(await HeadlessParticipant.start(name, sender, {}, { NODE_EXTRA_CA_CERTS: front.certificateFile }));

beforeEach(async () => {
  closings = [];
  front = closeLater(await TlsFront.start());
});

afterEach(async () => {
  for (const close of closings.toReversed()) await close();
});

test('clients that know discovery hosts alone find the server over https, and uploads of their logs are complete', async () => {
  const server = closeLater(await ServerProcess.start({ env: { PUBLIC_URL: front.url } }));
  front.target = new URL(server.url);
  const taken: { name: string; form: FormData }[] = [];
  front.answer('/logs', (body, { headers }) => {
    void new Response(new Uint8Array(body), { headers: { 'content-type': String(headers['content-type']) } })
      .formData()
      .then((form) => taken.push({ name: String(headers['x-file-name']), form }));
    return { status: 200, body: '{}' };
  });
  front.answer('/full', () => ({ status: 201, body: '{}' }));

  const entry = { serverUrl: server.url, appKey: APP_KEY, room: 'discovered', role: 3 } as const;
  const [ann, ben] = [await participant('ann', 1), await participant('ben', 2)];
  for (const member of [ann, ben]) {
    await member.tell('join', { ...entry, hosts: [`https://127.0.0.1:${await freePort()}`, front.url] });
    await member.tell('publish', { audio: true, video: true });
  }
  await everybodyPerceivesEverybody([ann, ben]);
  const paths = front.requests.map(({ url }) => url);
  expect(paths[0]).toBe('/easemob/server.json?app_key=lectern%2523demo');
  expect(paths).toContainEqual(expect.stringMatching(/^\/lectern\/demo\/conferences\/room/));
  expect(front.sockets).toHaveLength(2);

  await ann.tell('uploadLog', { url: `${front.url}/logs`, name: '課堂.txt' });
  const [log] = await eventually(
    'the log being read',
    () => taken,
    ({ length }) => length === 1,
  );
  expect(log?.name).toBe(encodeURIComponent('課堂.txt'));
  expect(log?.form.get('room')).toBe('discovered');
  const file = log?.form.get('課堂.txt');
  const text = file instanceof File ? await file.text() : '';
  expect(text).toMatch(/^# conference \S+, since [^]* joined [^]*streamAdded/);
  expect(text).not.toMatch(/"?ticket"?[:=]\s*"?\{/);
  await expect(ann.tell('uploadLog', { url: `${front.url}/full`, name: 'a.txt' })).rejects.toMatchObject({ code: 201 });
});

test('a relay configuration leads to socket, TURN server and media of a server that announces other addresses', async () => {
  const relay = closeLater(await TurnRelay.start('udp'));
  const sockets = closeLater(await TlsFront.start(front.certificate));
  const { TURN_URL = '', ...settings } = relay.settings;
  const turn = /^turn:([^?]+)/.exec(TURN_URL)?.[1] ?? '';
  const env = {
    ...settings,
    ...{ PUBLIC_URL: front.url, ANNOUNCED_ADDRESS: ELSEWHERE },
    TURN_URL: TURN_URL.replace(turn, `${ELSEWHERE}:3478`),
  };
  const server = closeLater(await ServerProcess.start({ env }));
  front.target = new URL(server.url);
  sockets.target = front.target;
  const ports = { min_port: '1024', max_port: '65535' };
  const map = [{ src: { ip: ELSEWHERE, ...ports }, dst: { ip: '127.0.0.1', ...ports } }];
  const file = (content: object) => () => ({ status: 200, body: JSON.stringify(content) });
  const hosts = { ws: sockets.host.replace('127.0.0.1', 'localhost'), turn };
  front.answer('/relay.json', file({ ...hosts, rtc: { candidate_map: map } }));
  front.answer('/unmapped.json', file(hosts));

  const entry = { serverUrl: server.url, appKey: APP_KEY, room: 'relayed', role: 3 } as const;
  const enter = async (name: string, sender: number, relayConfiguration: string): Promise<HeadlessParticipant> => {
    const member = await participant(name, sender);
    await member.tell('join', { ...entry, relayConfiguration: `${front.url}${relayConfiguration}` });
    return member;
  };
  const [ann, ben] = [await enter('ann', 1, '/relay.json'), await enter('ben', 2, '/relay.json')];
  for (const member of [ann, ben]) await member.tell('publish', { audio: true, video: true });
  await everybodyPerceivesEverybody([ann, ben]);
  expect([sockets.sockets.length, front.sockets.length]).toEqual([2, 0]);
  expect(relay.log).toMatch(/ALLOCATE processed, success/);

  // TURN servers pass on packets of addresses that a client named alone, so unmapped candidates find no way.
  const cai = await enter('cai', 3, '/unmapped.json');
  await cai.tell('publish', { audio: true, video: true });
  const linkStates = (events: readonly LoggedEvent[]): unknown[] =>
    events.flatMap(({ name, detail }) => (name === 'linkStateChanged' ? (detail as unknown[])[1] : []));
  const states = await eventually(
    'cai trying again',
    async () => linkStates(await cai.tell('events')),
    (known) => known.includes('rebuilding'),
  );
  expect(states).not.toContain('linked');
  await relay.close();
  await stopsPerceiving(ben, ann, 'frames');
});
