import { Op, ServerCode } from '@lectern/rtc/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { offer, startTestServer, WireClient, type JsonObject, type TestServer } from '../testing/harness.js';

type Name = keyof typeof Op;

/** Operations that members send; all others are the server's, or of deployed clients and not supported. */
const OF_MEMBERS: ReadonlySet<Name> = new Set<Name>([
  ...(['Init', 'Candidates', 'Terminate', 'Negotiate', 'PictureNeed', 'Leave', 'GetMembers'] as const),
  ...(['CloseConference', 'ChangeSubscription', 'Unsubscribe', 'StreamControl', 'Record', 'Sync'] as const),
  ...(['Response', 'Control', 'Message', 'WrappedP2p', 'Enter'] as const),
]);
const OF_THE_SERVER: ReadonlySet<Name> = new Set<Name>([
  ...(['RequestP2pCall', 'CreateConference', 'DeleteConference', 'RequestTicket', 'Ping', 'Pong'] as const),
  ...(['Request', 'Accept', 'Answer', 'NegotiationNeeded', 'Speakers', 'Invite', 'MemberEntered'] as const),
  ...(['MemberExited', 'StreamPublished', 'StreamUnpublished', 'Members', 'Joined', 'AttributesUpdated'] as const),
  ...(['RoleUpdated', 'AdminChanged', 'LiveConfigsChanged'] as const),
]);
/** Messages that other members receive by design, with the true sender, and that change nothing of theirs. */
const DELIVERED: ReadonlySet<Name> = new Set<Name>(['Control', 'Message', 'WrappedP2p']);

const NAMES = Object.keys(Op) as Name[];
/** Entering is what makes a stranger a member. */
const BEFORE_ENTERING = NAMES.filter((name) => name !== 'Enter');
/** An answer is itself never answered. */
const ANSWERED = BEFORE_ENTERING.filter((name) => name !== 'Response');

let server: TestServer;
let alice: WireClient;
let aliceEntered: JsonObject;
let stream: string;

beforeAll(async () => {
  server = await startTestServer({ FRAMES_PER_SECOND: '1000', FRAME_BURST: '5000' });
  ({ client: alice, response: aliceEntered } = await WireClient.enter(await server.ticket('alice')));
  const published = await alice.request({ op: Op.Init, rtcId: 'RTC0', sdp: offer('VP8'), pubS: { type: 0 } });
  if (published.result !== 0) throw new Error(`Alice could not publish: ${JSON.stringify(published)}`);
  stream = String(published.streamId);
  await alice.push(Op.Answer);
});
afterAll(() => server.server.close());

/** Names everything of Alice that a frame can name. */
const aimedAtAlice = (name: Name): JsonObject => ({
  op: Op[name],
  memId: aliceEntered.memId,
  rtcId: 'RTC0',
  streamId: stream,
  pubSId: stream,
  subSId: stream,
  ...{ voff: 1, aoff: 1, role: 1, reason: 0, endReason: 0, cver: 0, arg: { op2: 23 } },
  ...{ sdp: offer('VP8'), pubS: { id: stream, type: 0 }, mem: { id: aliceEntered.memId } },
});

const membersSeenByAlice = async (): Promise<unknown> => {
  const { mems, streams, cattrs } = await alice.request({ op: Op.Sync, cver: 0 });
  return { alice: (mems as JsonObject[]).find(({ id }) => id === aliceEntered.memId), streams, cattrs };
};

test('every operation of the protocol is known here as one of members or one of the server', () => {
  expect([...OF_MEMBERS, ...OF_THE_SERVER].toSorted()).toEqual(NAMES.toSorted());
});

describe('an operation of a stranger, who has not entered', () => {
  test.each(BEFORE_ENTERING)('%s closes the socket', async (name) => {
    const stranger = await WireClient.open(`${server.url.replace('http', 'ws')}/rtc/ws`);
    stranger.send({ ...aimedAtAlice(name), sessId: alice.sessId, tsxId: 'x' });
    expect(await stranger.untilClosed()).toMatchObject({ code: 1008 });
    expect(stranger.received.filter(({ result }) => result === 0)).toEqual([]);
  });
});

describe('an operation of a member in audience', () => {
  let mallory: WireClient;
  let before: unknown;

  const enter = async (): Promise<void> => {
    ({ client: mallory } = await WireClient.enter(await server.ticket('mallory', 'room', { role: 1 })));
  };
  beforeAll(enter);

  beforeEach(async () => {
    before = await membersSeenByAlice();
    alice.received.length = 0;
  });

  test.each(ANSWERED)('%s with the session of somebody else is refused', async (name) => {
    const answer = await mallory.request({ ...aimedAtAlice(name), sessId: alice.sessId });
    expect(answer).toMatchObject({ result: ServerCode.MemberInvalid });
    expect(await membersSeenByAlice()).toEqual(before);
    expect(alice.received).toEqual([]);
  });

  test.each(BEFORE_ENTERING)('%s that names what is somebody else’s changes nothing of it', async (name) => {
    mallory.send({ ...aimedAtAlice(name), tsxId: 'forged' });
    // A later answer says that the frame has been handled; whoever has left gets none.
    if (name === 'Leave') {
      await mallory.untilClosed();
      await enter();
    } else expect(await mallory.request({ op: Op.Sync, cver: 0 })).toMatchObject({ result: 0 });
    expect(await membersSeenByAlice()).toEqual(before);
    const pushed = alice.received.map(({ op }) => op).filter((op) => !DELIVERED.has(name) || op !== Op[name]);
    expect(pushed).toEqual(name === 'Leave' ? [Op.MemberExited, Op.MemberEntered] : []);
  });

  test.each([...OF_THE_SERVER])('%s, which is the server’s, is not supported', async (name) => {
    const answer = await mallory.request(aimedAtAlice(name));
    expect(answer).toMatchObject({ result: ServerCode.OperationUnsupported });
  });
});
