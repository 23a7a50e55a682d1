import { expect, test } from '@playwright/test';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom, register } from './classroom.js';
import { remoteStream } from './perceiving.js';
import { ClientPages } from './pages.js';

const ROOM_PASSWORD = 'room password';
const TALKER = 3;
const EVENT = 2;

interface Sent {
  readonly type: number;
  readonly memName: string;
  readonly memId: string | null;
  readonly [member: string]: unknown;
}

let server: ServerProcess;
let pages: ClientPages;
let room: Classroom;

test.beforeAll(async () => {
  pages = await ClientPages.start();
  server = await ServerProcess.start();
});
test.afterAll(async () => {
  await server.close();
  await pages.close();
});
test.beforeEach(() => {
  room = new Classroom(server.url, pages);
});
test.afterEach(() => room.close());

const ask = async (what: string, body: object): Promise<Record<string, unknown>> => {
  const { appKey, user, token } = await register(server.url, 'ann');
  const response = await fetch(`${server.url}/easemob/rtc/quality/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uid: `${appKey}_${user}`, token, ...body }),
  });
  return (await response.json()) as Record<string, unknown>;
};

test('published clients 3.4.1 and 3.2.2 upload what they know of the quality of their media', async () => {
  const ann = await room.open('3.4.1', 'ann', 1);
  const ben = await room.open('3.2.2', 'ben', 2);
  const { confrId } = await ann.joinRoom('quality', ROOM_PASSWORD, TALKER);
  const streamId = await ann.publish();
  await ben.joinRoom('quality', ROOM_PASSWORD, TALKER);
  expect(await remoteStream(ben, 'ann')).toBe(streamId);
  await ben.subscribe(streamId);

  const recordsOf = async (memName: string): Promise<Sent[]> =>
    (await ask('records', { confrId, memName, limit: 1_000 })).records as Sent[];
  const isFlowing = (isPub: boolean) => (records: readonly Sent[]) =>
    records.some((record) => record.type === 1 && record.isPub === isPub && Number(record.vKBps) > 0);
  const published = await eventually('figures of what ann sends', () => recordsOf('ann'), isFlowing(true));
  const subscribed = await eventually('figures of what ben receives', () => recordsOf('ben'), isFlowing(false));

  for (const [records, sdkVersion, user] of [
    [published, '3.4.1', 'ann'],
    [subscribed, '3.2.2', 'ben'],
  ] as const) {
    const init = records.find(({ type }) => type === 0);
    expect(init).toMatchObject({ sdkVersion, sdkOS: 'Web', memName: `lectern#demo_${user}`, confrId });
    expect(init?.memId).toMatch(/^MEM/);
    expect(records.filter(({ type }) => type === EVENT).length).toBeGreaterThan(0);
    expect(JSON.stringify(records)).not.toMatch(/sessionId|rtcCfg|access_token/);
  }
  expect(published.find(({ type, isPub }) => type === 1 && isPub === true)).toMatchObject({
    sId: streamId,
    streamType: 0,
  });
  const members = (await ask('members', { confrId })).members as { memName: string }[];
  expect(members.map(({ memName }) => memName)).toEqual(['lectern#demo_ann', 'lectern#demo_ben']);
  expect([...ann.errors, ...ben.errors]).toEqual([]);
});
