import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SignallingProxy } from '../impairment/index.js';
import { eventually, ServerProcess } from '../support/index.js';
import { TurnRelay } from '../support/turn-relay.js';
import type { CallCommand, CallSideState } from './call-side.js';
import { APP_KEY } from './classroom.js';
import { isHeard, isSeen, perceives, stopsPerceiving } from './growth.js';
import { HeadlessParticipant } from './headless-participant.js';

let server: ServerProcess;
let closings: (() => Promise<unknown>)[];

/** One device of a user. */
class Phone {
  constructor(
    readonly user: string,
    readonly participant: HeadlessParticipant,
  ) {}

  do(command: CallCommand): Promise<unknown> {
    return this.participant.tell('call', command);
  }

  state(): Promise<CallSideState> {
    return this.participant.tell('callState');
  }

  /** Waits until the call is in this state; undefined means that there is no call. */
  becomes(state: string | undefined): Promise<unknown> {
    return eventually(
      `${this.participant.name} being ${state ?? 'without a call'}`,
      () => this.state(),
      (now) => now.state === state,
    );
  }

  /** Name and sender number by which another phone perceives this one. */
  get publisher() {
    return { name: this.user, sender: this.participant.sender };
  }
}

/** Waits until the calls of a phone have ended in these ways, in order. */
const callsEnd = (phone: Phone, ...endings: string[]): Promise<unknown> =>
  eventually(
    `${phone.participant.name} having calls that ended: ${endings.join(', ')}`,
    () => phone.state(),
    (now) => JSON.stringify(now.endings) === JSON.stringify(endings),
  );

const phone = async (user: string, sender: number, name = user, serverUrl = server.url): Promise<Phone> => {
  const participant = await HeadlessParticipant.start(name, sender);
  closings.push(() => participant.close());
  const made = new Phone(user, participant);
  await made.do({ do: 'enter', serverUrl, appKey: APP_KEY, user, resource: name });
  return made;
};

const annAndBen = (): Promise<[Phone, Phone]> => Promise.all([phone('ann', 1), phone('ben', 2)]);

const perceiveEachOther = async (one: Phone, other: Phone, fits?: Parameters<typeof perceives>[2]): Promise<void> => {
  await Promise.all([
    perceives(one.participant, other.publisher, fits),
    perceives(other.participant, one.publisher, fits),
  ]);
};

const call = async (caller: Phone, callee: Phone, options: { video?: boolean } = {}): Promise<void> => {
  await caller.do({ do: 'call', to: callee.user, ...options });
  await callee.becomes('ringing');
};

const talk = async (caller: Phone, callee: Phone, options: { video?: boolean } = {}): Promise<void> => {
  await call(caller, callee, options);
  await callee.do({ do: 'accept', ...options });
  await Promise.all([caller.becomes('connected'), callee.becomes('connected')]);
};

beforeEach(() => {
  closings = [];
});

afterEach(async () => {
  await Promise.all(closings.map((close) => close()));
});

describe('a call over instant messaging', () => {
  beforeAll(async () => {
    server = await ServerProcess.start();
  });

  afterAll(async () => {
    await server.close();
  });

  it('carries picture and sound both ways, tells what is muted, and ends for both', async () => {
    const [ann, ben] = await annAndBen();
    await talk(ann, ben);
    await perceiveEachOther(ann, ben);
    await ann.do({ do: 'mute', kind: 'video', isMuted: true });
    await stopsPerceiving(ben.participant, ann.participant, 'frames');
    await ben.do({ do: 'mute', kind: 'audio', isMuted: true });
    await stopsPerceiving(ann.participant, ben.participant, 'tone');
    expect(await ben.state()).toMatchObject({ remoteVideoMuted: true, remoteAudioMuted: false });
    expect(await ann.state()).toMatchObject({ remoteVideoMuted: false, remoteAudioMuted: true });
    await ann.do({ do: 'mute', kind: 'video', isMuted: false });
    await perceives(ben.participant, ann.publisher);
    expect(await ben.state()).toMatchObject({ remoteVideoMuted: false });
    await ben.do({ do: 'hangUp' });
    await Promise.all([callsEnd(ann, 'hangup remote'), callsEnd(ben, 'hangup local')]);
    await eventually(
      'ann holding no connection and no device',
      () => ann.participant.tell('liveObjects'),
      ({ peerConnections, liveTracks }) => peerConnections + liveTracks === 0,
    );
  });

  it('shows the picture of who accepted without a camera and opens it later', async () => {
    const [ann, ben] = await annAndBen();
    await call(ann, ben);
    await ben.do({ do: 'accept', video: false });
    await perceives(ann.participant, ben.publisher, isHeard);
    await perceives(ben.participant, ann.publisher);
    await ben.do({ do: 'mute', kind: 'video', isMuted: false });
    await perceives(ann.participant, ben.publisher);
    expect(await ann.state()).toMatchObject({ remoteVideoMuted: false });
  });

  it('carries voice alone, also where the callee could send a picture', async () => {
    const [ann, ben] = await annAndBen();
    await call(ann, ben, { video: false });
    expect(await ben.state()).toMatchObject({ isVideo: false, peer: 'ann' });
    await ben.do({ do: 'accept' });
    await perceiveEachOther(ann, ben, isHeard);
    await ann.do({ do: 'hangUp' });
    await Promise.all([callsEnd(ann, 'hangup local'), callsEnd(ben, 'hangup remote')]);
  });

  it('carries a picture one way where the callee sends none', async () => {
    const [ann, ben] = await annAndBen();
    await call(ann, ben);
    await ben.do({ do: 'accept', video: false });
    await perceives(ben.participant, ann.publisher);
    await perceives(ann.participant, ben.publisher, isHeard);
    expect(await ann.state()).toMatchObject({ remoteVideoMuted: true });
  });

  it('is rejected, and given up', async () => {
    const [ann, ben] = await annAndBen();
    await call(ann, ben);
    await ben.do({ do: 'hangUp' });
    await Promise.all([callsEnd(ann, 'reject remote'), callsEnd(ben, 'reject local')]);
    await call(ann, ben);
    await ann.do({ do: 'hangUp' });
    await Promise.all([callsEnd(ann, 'reject remote', 'hangup local'), callsEnd(ben, 'reject local', 'hangup remote')]);
  });

  it('tells a third caller that the user is busy, and goes on', async () => {
    const [ann, ben] = await annAndBen();
    await talk(ann, ben);
    const carl = await phone('carl', 3);
    await carl.do({ do: 'call', to: 'ben' });
    await callsEnd(carl, 'busy remote');
    await perceiveEachOther(ann, ben);
    expect((await ben.state()).endings).toEqual([]);
  });

  it('rings on all devices of a user, and belongs to the one that answers', async () => {
    const [ann, desk] = await annAndBen();
    const mobile = await phone('ben', 3, 'mobile');
    await call(ann, desk);
    await mobile.becomes('ringing');
    await mobile.do({ do: 'accept' });
    await callsEnd(desk, 'other-device remote');
    await perceiveEachOther(ann, mobile);
    await ann.do({ do: 'hangUp' });
    await callsEnd(mobile, 'hangup remote');
    await call(ann, desk);
    await mobile.becomes('ringing');
    await desk.do({ do: 'hangUp' });
    await callsEnd(ann, 'hangup local', 'reject remote');
    await callsEnd(mobile, 'hangup remote', 'other-device remote');
    await call(ann, desk);
    await mobile.becomes('ringing');
    await ann.do({ do: 'hangUp' });
    await callsEnd(desk, 'other-device remote', 'reject local', 'hangup remote');
    await callsEnd(mobile, 'hangup remote', 'other-device remote', 'hangup remote');
  });

  it('ends when the callee is not there', async () => {
    const ann = await phone('ann', 1);
    await ann.do({ do: 'call', to: 'nobody' });
    await callsEnd(ann, 'fail local: user does not exist');
    const ben = await phone('ben', 2);
    await ben.do({ do: 'logOut' });
    await ann.do({ do: 'call', to: 'ben' });
    await callsEnd(ann, 'fail local: user does not exist', 'offline local: callee is not online!');
  });

  it('is refused where it is to be recorded, and the next one is not', async () => {
    const [ann, ben] = await annAndBen();
    await ann.do({ do: 'call', to: 'ben', rec: true });
    await callsEnd(ann, 'fail local: calls are not recorded here; call without rec and recMerge');
    await talk(ann, ben);
    await callsEnd(ben);
  });

  it('calls a user who is not there by a message, until they come', async () => {
    const [ann, away] = await annAndBen();
    await away.do({ do: 'logOut' });
    await ann.do({ do: 'call', to: 'ben', push: true });
    const ben = await phone('ben', 3, 'mobile');
    await ben.becomes('ringing');
    await eventually(
      'ben reading who called',
      () => ben.state(),
      ({ texts }) => texts.length === 1 && texts[0] === 'ann 正在呼叫你',
    );
    await ben.do({ do: 'accept' });
    await perceiveEachOther(ann, ben);
  });

  it('goes on while messages are cut off, and is hung up when they are back', async () => {
    const proxy = await SignallingProxy.start(server.url);
    closings.push(() => proxy.close());
    const [ann, ben] = await Promise.all([phone('ann', 1, 'ann', proxy.url), phone('ben', 2)]);
    await talk(ann, ben);
    proxy.cut('reset');
    await perceiveEachOther(ann, ben);
    await ann.do({ do: 'hangUp' });
    await callsEnd(ben, 'hangup remote');
  });

  it('goes on over a killed server, which still knows the call', async () => {
    const [ann, ben] = await annAndBen();
    await talk(ann, ben);
    await server.kill('SIGKILL');
    await perceiveEachOther(ann, ben);
    await server.start();
    await eventually(
      'ann being online again',
      () => ann.state(),
      ({ im }) => im === 'online',
    );
    await ann.do({ do: 'mute', kind: 'video', isMuted: true });
    await eventually(
      'ben being told that there is no picture',
      () => ben.state(),
      ({ remoteVideoMuted }) => remoteVideoMuted === true,
    );
    await ben.do({ do: 'hangUp' });
    await callsEnd(ann, 'hangup remote');
  });
});

describe('a call that something is limited for', () => {
  afterEach(async () => {
    await server.close();
  });

  it('ends when nobody answers', async () => {
    server = await ServerProcess.start({ env: { CALL_RING_MS: '3000' } });
    const [ann, ben] = await annAndBen();
    await ann.do({ do: 'call', to: 'ben' });
    await Promise.all([callsEnd(ann, 'noresponse remote'), callsEnd(ben, 'noresponse remote')]);
  });

  it('ends when a side is gone for good', async () => {
    server = await ServerProcess.start({ env: { GRACE_MS: '500' } });
    const [ann, ben] = await annAndBen();
    await talk(ann, ben);
    await ben.participant.close();
    await eventually(
      'ann knowing that ben is gone',
      () => ann.state(),
      ({ endings }) => endings[0] === 'offline remote',
    );
  });

  it('holds over TURN relays alone, with credentials of each side', async () => {
    const relay = await TurnRelay.start('udp');
    closings.push(() => relay.close());
    server = await ServerProcess.start({ env: { ...relay.settings } });
    const [ann, ben] = await annAndBen();
    await talk(ann, ben);
    await perceiveEachOther(ann, ben, (growth) => isSeen(growth) && isHeard(growth));
    expect(relay.log).toMatch(/:ann>[^]*ALLOCATE processed, success|ALLOCATE processed, success[^]*:ann>/);
    expect(relay.log).toContain(':ben>');
    await relay.close();
    await stopsPerceiving(ben.participant, ann.participant, 'frames');
  });
});
