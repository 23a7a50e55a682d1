import { systemClock } from '@lectern/kit/clock';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LecternClient } from '../client/index.js';
import { ApiKeys, SecretBox, type NewApiKey } from '../keys/index.js';
import { OPERATIONS, OPERATOR_PATH, type Operation } from '../operator/operations.js';
import type { RequestName } from '../operator/schemas.js';
import { EMPTY_RECORD } from '../recording/records.js';
import { APP_KEY, startTestServer, type TestServer } from '../testing/harness.js';

/**
 * The answer to each operation where a key of another application names what belongs to this one. `own` is for those
 * that act within the application of their key, where the same names are those of other things.
 */
const ANSWERS: Readonly<Record<Operation['id'], 404 | 'own'>> = {
  createUser: 'own',
  getUser: 404,
  deleteUser: 404,
  createToken: 404,
  revokeTokens: 'own',
  revokeGrantsOf: 'own',
  createRoom: 'own',
  listRooms: 'own',
  getRoom: 404,
  changeRoom: 404,
  closeRoom: 404,
  listMembers: 404,
  changeMember: 404,
  removeMember: 404,
  createGrant: 'own',
  revokeGrant: 'own',
  listRecordings: 404,
  linkRecording: 404,
  retryMerge: 404,
  startLive: 404,
  listLives: 404,
  stopLive: 404,
  sendMessage: 404,
  listEvents: 'own',
};
const BODIES: Readonly<Record<RequestName, object>> = {
  NewUser: { name: 'eve' },
  NewRoom: { name: 'another' },
  RoomChange: { isMuted: true, isRecorded: true },
  MemberChange: { role: 'admin', isMuted: true },
  NewGrant: { user: 'sue', room: 'maths', role: 'admin' },
  NewLive: { hls: true },
  NewMessage: { text: 'from somebody else' },
};
const CONFERENCE = { id: 'LC1', appKey: APP_KEY, creator: 'tom', admins: [], isMerged: true, endedAt: 1 };
const MERGED = {
  ...EMPTY_RECORD,
  id: 'RM1',
  conferenceId: 'LC1',
  kind: 'merged',
  state: 'failed',
  startedAt: 1,
} as const;

let test: TestServer;
let client: LecternClient;
let others: NewApiKey;
beforeEach(async () => {
  test = await startTestServer({ DEMO: 'off', APP_KEYS: 'lectern#demo,lectern#other' });
  const keys = new ApiKeys(test.store.apiKeys, new SecretBox([Buffer.from('a secret for tests only')]), systemClock);
  const { id, secret } = await keys.create(APP_KEY, 'school');
  client = new LecternClient({ url: test.url, keyId: id, secret });
  others = await keys.create('lectern#other', 'other');
});
afterEach(() => test.server.close());

it('every operation has an answer to the keys of other applications', () => {
  expect(Object.keys(ANSWERS).toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
});

it('no operation shows or changes what belongs to another application', async () => {
  await client.createUser({ name: 'sue' });
  const { id: room } = await client.createRoom({ name: 'maths', members: [{ user: 'sue', role: 'talker' }] });
  const { id: grant } = await client.createGrant({ user: 'sue', room: 'maths', role: 'talker' });
  const { token } = await client.createToken('sue');
  await test.store.recordings.saveConference(CONFERENCE);
  await test.store.recordings.insert(MERGED);
  const state = async (): Promise<unknown[]> => [
    await client.getUser('sue'),
    await client.getRoom(room),
    await client.listMembers(room),
    await client.listRecordings('LC1'),
    await client.listLives(room),
    await client.listEvents(),
    (await test.post('/lectern/demo/conferences/room', { roomName: 'maths', password: '', memName: 'sue', token }))
      .body,
  ];
  const before = await state();
  const authorization = `Basic ${Buffer.from(`${others.id}:${others.secret}`).toString('base64')}`;
  const isOver = (id: string): boolean => id === 'listRecordings';
  for (const { id, method, path, request } of OPERATIONS) {
    const parameters = { user: 'sue', room: isOver(id) ? 'LC1' : room, grant, live: 'LV1', recording: 'RM1' };
    const { status } = await fetch(
      test.url +
        OPERATOR_PATH +
        path.replaceAll(/\{(\w+)\}/g, (_, name) => parameters[name as keyof typeof parameters]),
      {
        method,
        headers: { authorization, ...(request && { 'content-type': 'application/json' }) },
        ...(request && { body: JSON.stringify(BODIES[request]) }),
      },
    );
    if (ANSWERS[id] === 404) expect([id, status]).toEqual([id, 404]);
    else expect([id, [200, 201, 204].includes(status)]).toEqual([id, true]);
  }
  expect(await state()).toEqual(before);
});
