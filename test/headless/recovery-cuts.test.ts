import { Op } from '@lectern/rtc/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SignallingProxy, type Frame } from '../impairment/index.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom, eventsOf, othersOf } from './classroom.js';
import { everybodyPerceivesEverybody } from './growth.js';
import type { HeadlessParticipant } from './headless-participant.js';

/** Where in an exchange the socket is cut. */
const MOMENTS = {
  'before the server has read the request': 'request',
  'after the server has acted and before its answer arrives': 'response',
  'right after the answer has arrived': 'answered',
} as const;
type Moment = (typeof MOMENTS)[keyof typeof MOMENTS];

type Message = Readonly<Record<string, unknown>>;

const isPublish = (message: Message): boolean => message['op'] === Op.Init && message['pubS'] !== undefined;
const isSubscribe = (message: Message): boolean => message['op'] === Op.Init && message['subSId'] !== undefined;
const hasOp =
  (op: number) =>
  (message: Message): boolean =>
    message['op'] === op;

let server: ServerProcess;
let classroom: Classroom;
let proxy: SignallingProxy;

beforeAll(async () => {
  server = await ServerProcess.start();
});

afterAll(async () => {
  await server.close();
});

beforeEach(async () => {
  classroom = new Classroom(server.url);
  proxy = await SignallingProxy.start(server.url);
});

afterEach(async () => {
  await classroom.close();
  await proxy.close();
});

/** Cuts the socket once, at one moment of the first matching exchange. @returns reports whether it has happened */
function cutOnce(fits: (message: Message) => boolean, moment: Moment): () => boolean {
  let tsxId: unknown;
  let isDone = false;
  const cut = (): void => {
    isDone = true;
    proxy.cut('reset');
  };
  proxy.rewrite((frame: Frame) => {
    const { message, direction } = frame;
    if (isDone || message === undefined) return frame;
    if (direction === 'toServer' && tsxId === undefined && fits(message)) {
      tsxId = message['tsxId'];
      if (moment !== 'request') return frame;
      cut();
      return undefined;
    }
    const isAnswer = direction === 'toClient' && tsxId !== undefined && message['tsxId'] === tsxId;
    if (!isAnswer || message['op'] !== Op.Response) return frame;
    if (moment === 'response') {
      cut();
      return undefined;
    }
    setImmediate(cut);
    return frame;
  });
  return () => isDone;
}

/** Cuts the socket once, when the server pushes something that fits; the push is lost. */
function cutAtPush(fits: (message: Message) => boolean): () => boolean {
  let isDone = false;
  proxy.rewrite((frame) => {
    if (isDone || frame.direction !== 'toClient' || frame.message === undefined || !fits(frame.message)) return frame;
    isDone = true;
    proxy.cut('reset');
    return undefined;
  });
  return () => isDone;
}

async function endsWell(ann: HeadlessParticipant, ben: HeadlessParticipant, wasCut: () => boolean): Promise<void> {
  await eventually('the socket having been cut', wasCut, (isCut) => isCut);
  await everybodyPerceivesEverybody([ann, ben]);
  await eventually(
    'ann being joined',
    async () => (await ann.tell('state')).conference,
    (state) => state === 'joined',
  );
  expect(await othersOf(ben)).toEqual(['ann']);
  expect(await othersOf(ann)).toEqual(['ben']);
  // One stream of each, and none without a publisher.
  for (const each of [ann, ben]) expect((await each.tell('state')).streams).toHaveLength(2);
  expect(await eventsOf(ben)).not.toContain('memberLeft');
}

const enterAnn = (publish?: 'nothing'): Promise<HeadlessParticipant> =>
  classroom.enter('ann', { serverUrl: proxy.url, ...(publish && { publish }) });

describe.each(Object.entries(MOMENTS))('a socket that is cut %s', (_name, moment) => {
  it('of a join', async () => {
    const ben = await classroom.enter('ben');
    const wasCut = cutOnce(hasOp(Op.Enter), moment);
    await endsWell(await enterAnn(), ben, wasCut);
  });

  it('of a publication', async () => {
    const ben = await classroom.enter('ben');
    const ann = await enterAnn('nothing');
    const wasCut = cutOnce(isPublish, moment);
    await ann.tell('publish', { audio: true, video: true });
    await endsWell(ann, ben, wasCut);
  });

  it('of a subscription', async () => {
    const ben = await classroom.enter('ben');
    const wasCut = cutOnce(isSubscribe, moment);
    await endsWell(await enterAnn(), ben, wasCut);
  });

  it('of a mute', async () => {
    const ben = await classroom.enter('ben');
    const ann = await enterAnn();
    await everybodyPerceivesEverybody([ann, ben]);
    const wasCut = cutOnce(hasOp(Op.StreamControl), moment);
    await ann.tell('muteVideo');
    await eventually(
      'ben knowing that ann shows nothing',
      async () => (await ben.tell('state')).streams.filter(({ videoMuted }) => videoMuted).length,
      (count) => count === 1,
    );
    await ann.tell('unmuteVideo');
    await endsWell(ann, ben, wasCut);
  });

  it('of a republication', async () => {
    const publications = proxy.observe(({ message }) => message !== undefined && isPublish(message));
    const ben = await classroom.enter('ben');
    const ann = await enterAnn();
    await everybodyPerceivesEverybody([ann, ben]);
    const rtcId = publications.frames[0]?.message?.['rtcId'];
    const sessId = publications.frames[0]?.message?.['sessId'];
    const wasCut = cutOnce(isPublish, moment);
    proxy.inject('toClient', JSON.stringify({ op: Op.Terminate, rtcId, sessId, endReason: -10 }));
    await endsWell(ann, ben, wasCut);
    expect(await eventsOf(ben)).not.toContain('streamRemoved');
  });
});

describe('a socket that is cut where the server answers later', () => {
  it('with the answer to a publication', async () => {
    const ben = await classroom.enter('ben');
    const wasCut = cutAtPush(hasOp(Op.Answer));
    await endsWell(await enterAnn(), ben, wasCut);
  });

  it('with the news of another’s stream', async () => {
    const ann = await enterAnn();
    const wasCut = cutAtPush(hasOp(Op.StreamPublished));
    await endsWell(ann, await classroom.enter('ben'), wasCut);
  });

  it('with the news of another member', async () => {
    const ann = await enterAnn();
    const wasCut = cutAtPush(hasOp(Op.MemberEntered));
    await endsWell(ann, await classroom.enter('ben'), wasCut);
  });

  it('with the news of the own new role', async () => {
    const ben = await classroom.enter('ben');
    const ann = await classroom.enter('ann', { serverUrl: proxy.url, role: 1, publish: 'nothing' });
    const wasCut = cutAtPush(hasOp(Op.RoleUpdated));
    await ben.tell('administer', { act: 'changeRole', name: 'ann', role: 3 });
    await eventually(
      'ann knowing her role',
      async () => (await ann.tell('state')).role,
      (role) => role === 3,
    );
    await ann.tell('publish', { audio: true, video: true });
    await endsWell(ann, ben, wasCut);
  });
});
