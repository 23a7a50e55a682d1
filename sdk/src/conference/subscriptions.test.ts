import { describe, expect, it } from 'vitest';
import { Op } from '../protocol/index.js';
import { FakeElement } from '../testing/media.js';
import { Scenario, fakeMember, fakeStream, type ScenarioOptions } from '../testing/scenario.js';
import type { RemoteStream, SubscribeOptions } from './types.js';

async function setUp(options?: ScenarioOptions) {
  const { scenario, conference } = await Scenario.joined({
    enter: {
      mems: [fakeMember('bob')],
      streams: [
        fakeStream('ST9', 'bob'),
        fakeStream('MIX', 'bob', { type: 2 }),
        fakeStream('AUDIO', 'bob', { vcodes: [] }),
      ],
    },
    ...options,
  });
  const { platform } = scenario;
  return {
    scenario,
    conference,
    platform,
    now: (id = 'ST9') => conference.state.getSnapshot().streams.find((stream) => stream.id === id),
    subscribe: async (id = 'ST9', subscribeOptions?: SubscribeOptions): Promise<RemoteStream> => {
      const subscribing = conference.subscribe(id, subscribeOptions);
      subscribing.catch(() => undefined);
      await scenario.advance();
      return subscribing;
    },
    inits: () =>
      platform.server
        .messages(Op.Init)
        .map(({ subSId, subSVideo, subSAudio }) => [subSId, subSVideo, subSAudio] as const),
    directions: () => platform.peers.latest.transceivers.map(({ direction }) => direction),
  };
}

describe('subscribe', () => {
  it('offers to receive, and resolves when media is announced', async () => {
    const { subscribe, inits, directions, now, conference } = await setUp();
    const stream = await subscribe();
    expect(inits()).toEqual([['ST9', true, true]]);
    expect(directions()).toEqual(['recvonly', 'recvonly']);
    expect(stream.mediaStream.getTracks().map(({ kind }) => kind)).toEqual(['audio', 'video']);
    expect(now()).toMatchObject({ link: 'linked', wanted: { audio: true, video: true } });
    expect(now()?.mediaStream).toBe(stream.mediaStream);
    expect(conference.remoteStream('ST9')).toBe(stream);
  });

  it.each<[string, string, SubscribeOptions, readonly unknown[], readonly string[]]>([
    ['audio only', 'ST9', { video: false }, ['ST9', false, true], ['recvonly', 'sendonly']],
    ['video only', 'ST9', { audio: false }, ['ST9', true, false], ['recvonly', 'recvonly']],
    ['a mixer never with audio', 'MIX', {}, ['MIX', true, false], ['recvonly', 'recvonly']],
    ['no video where no codec is named', 'AUDIO', {}, ['AUDIO', false, true], ['recvonly', 'sendonly']],
  ])('%s', async (_, id, options, message, expected) => {
    const { subscribe, inits, directions } = await setUp();
    await subscribe(id, options);
    expect([inits(), directions()]).toEqual([[message], expected]);
  });

  it('refuses unknown streams and the own one', async () => {
    const { subscribe, conference, scenario } = await setUp();
    await expect(subscribe('nothing')).rejects.toMatchObject({ specMessage: 'pub stream not exsits.' });
    const publishing = conference.publish();
    await scenario.advance();
    const own = (await publishing).snapshot;
    await expect(conference.subscribe(own)).rejects.toMatchObject({ reason: 'invalid-argument' });
  });

  it('gives later callers the same handle and applies what they want', async () => {
    const { subscribe, platform, now } = await setUp();
    const first = await subscribe();
    expect(await subscribe('ST9', { video: false })).toBe(first);
    expect(now()?.wanted).toEqual({ audio: true, video: false });
    expect(platform.peers.all).toHaveLength(1);
  });

  it('fails with sub_fail −203 when refused, and can be tried again', async () => {
    const { subscribe, platform, scenario, now } = await setUp();
    platform.server.on(Op.Init, () => ({ result: -520, msg: 'codec' }));
    await expect(subscribe()).rejects.toMatchObject({ errorType: 'sub_fail', code: -203 });
    expect(now()).toMatchObject({ link: 'failed', wanted: undefined });
    platform.server.on(Op.Init, ({ rtcId = '', cctx = '' }) => {
      setImmediate(() => scenario.answer(rtcId, cctx));
      return { result: 0 };
    });
    await subscribe();
    expect(now()?.link).toBe('linked');
  });

  it('ends when its only caller aborts, but not when others wait too', async () => {
    const { conference, scenario, platform, now } = await setUp();
    scenario.answersOffers = false;
    const controller = new AbortController();
    const alone = conference.subscribe('ST9', { signal: controller.signal });
    await scenario.advance();
    controller.abort();
    await expect(alone).rejects.toMatchObject({ reason: 'aborted' });
    expect([platform.peers.open.length, now()?.link]).toEqual([0, 'idle']);

    scenario.answersOffers = true;
    const second = new AbortController();
    const [aborted, kept] = [conference.subscribe('ST9', { signal: second.signal }), conference.subscribe('ST9')];
    second.abort();
    await expect(aborted).rejects.toMatchObject({ reason: 'aborted' });
    await scenario.advance();
    expect((await kept).snapshot.link).toBe('linked');
  });

  it('ends when the last of its callers aborts', async () => {
    const { conference, scenario, platform, now } = await setUp();
    scenario.answersOffers = false;
    const controllers = [new AbortController(), new AbortController()];
    const both = Promise.allSettled(controllers.map(({ signal }) => conference.subscribe('ST9', { signal })));
    await scenario.advance();
    for (const controller of controllers) controller.abort();
    expect(await both).toMatchObject([{ reason: { reason: 'aborted' } }, { reason: { reason: 'aborted' } }]);
    expect([platform.peers.open.length, now()?.link]).toEqual([0, 'idle']);
  });

  it('stays when a later caller aborts', async () => {
    const { subscribe, conference, scenario, platform, now } = await setUp();
    await subscribe();
    platform.server.on(Op.ChangeSubscription, () => undefined);
    const controller = new AbortController();
    const later = conference.subscribe('ST9', { video: false, signal: controller.signal });
    later.catch(() => undefined);
    await scenario.advance();
    controller.abort();
    await expect(later).rejects.toMatchObject({ reason: 'aborted' });
    expect(now()?.link).toBe('linked');
  });

  it('is one at a time on Safari', async () => {
    const { conference, scenario, inits } = await setUp({ limits: { opensOneSubscription: true } });
    scenario.answersOffers = false;
    const both = [conference.subscribe('ST9'), conference.subscribe('AUDIO')];
    await scenario.advance();
    expect(inits()).toHaveLength(1);
    scenario.answersOffers = true;
    scenario.answer('RTC0', '_i_1');
    await scenario.advance();
    await Promise.all(both);
    expect(inits()).toHaveLength(2);
  });
});

describe('setWanted', () => {
  it('asks with op 205 where the track is there', async () => {
    const { subscribe, scenario, platform, now } = await setUp();
    const stream = await subscribe();
    await stream.setWanted({ audio: true, video: true });
    const changing = stream.setWanted({ audio: true, video: false });
    await scenario.advance();
    await changing;
    const changes = platform.server.messages(Op.ChangeSubscription);
    expect(changes).toMatchObject([{ rtcId: 'RTC0', subSId: 'ST9', subSVideo: false, subSAudio: true }]);
    expect([changes.length, platform.peers.all.length, now()?.wanted]).toEqual([1, 1, { audio: true, video: false }]);
  });

  it('connects anew where it is missing', async () => {
    const { subscribe, scenario, inits } = await setUp();
    const stream = await subscribe('ST9', { video: false });
    const changing = stream.setWanted({ audio: true, video: true });
    await scenario.advance();
    await changing;
    expect(scenario.traffic.slice(-3)).toEqual(['102 RTC0', '107 RTC0', '102 RTC2']);
    expect(inits()[1]).toEqual(['ST9', true, true]);
    expect(stream.mediaStream.getTracks()).toHaveLength(2);
  });

  it('settles at once when the subscription ends before the answer', async () => {
    const { subscribe, scenario, platform, now } = await setUp();
    const stream = await subscribe();
    platform.server.on(Op.ChangeSubscription, () => undefined);
    const changing = stream.setWanted({ audio: false, video: true });
    await scenario.advance();
    void stream.unsubscribe();
    await expect(changing).rejects.toMatchObject({ reason: 'closed' });
    await scenario.advance();
    expect(now()).toMatchObject({ link: 'idle', wanted: undefined });
  });

  it('can be aborted', async () => {
    const { subscribe, scenario, platform } = await setUp();
    const stream = await subscribe();
    platform.server.on(Op.ChangeSubscription, () => undefined);
    const controller = new AbortController();
    const changing = stream.setWanted({ audio: false, video: true }, { signal: controller.signal });
    await scenario.advance();
    controller.abort();
    await expect(changing).rejects.toMatchObject({ reason: 'aborted' });
  });

  it('goes back when the server refuses', async () => {
    const { subscribe, scenario, platform, now } = await setUp();
    const stream = await subscribe();
    platform.server.on(Op.ChangeSubscription, () => ({ result: -200 }));
    const changing = stream.setWanted({ audio: false, video: true });
    changing.catch(() => undefined);
    await scenario.advance();
    await expect(changing).rejects.toMatchObject({ errorType: 'sub_fail', code: -203 });
    expect(now()?.wanted).toEqual({ audio: true, video: true });
  });
});

describe('following the publisher', () => {
  it('a new version is subscribed anew with 206 and 107; elements follow', async () => {
    const { subscribe, scenario, platform, conference } = await setUp();
    const stream = await subscribe();
    const element = new FakeElement();
    stream.attach(element.asElement);
    const events: unknown[] = [];
    conference.on('streamUpdated', (_, changes) => events.push(changes));
    platform.server.push({ op: Op.StreamPublished, memId: 'bob', pubS: fakeStream('ST9', 'bob', { sver: 2 }) });
    await scenario.advance();
    expect(scenario.traffic.slice(-3)).toEqual(['206 RTC0', '107 RTC0', '102 RTC2']);
    expect(events).toEqual([{ version: 2 }, { mediaStream: true }]);
    expect([element.srcObject, element.plays]).toEqual([stream.mediaStream, 2]);
  });

  it.each([
    ['303', { op: Op.StreamUnpublished, pubSId: 'ST9' }],
    ['301', { op: Op.MemberExited, memId: 'bob' }],
  ])('ends with %s: 206 and 107', async (_, push) => {
    const { subscribe, scenario, platform, conference } = await setUp();
    const stream = await subscribe();
    const element = new FakeElement();
    stream.attach(element.asElement);
    platform.server.push(push);
    await scenario.advance();
    expect(scenario.traffic.slice(-2)).toEqual(['206 RTC0', '107 RTC0']);
    expect([platform.peers.open.length, element.srcObject, conference.remoteStream('ST9')]).toEqual([
      0,
      null,
      undefined,
    ]);
  });

  it('its end rejects a subscription that is under way', async () => {
    const { conference, scenario, platform } = await setUp();
    scenario.answersOffers = false;
    const subscribing = conference.subscribe('ST9');
    subscribing.catch(() => undefined);
    await scenario.advance();
    platform.server.push({ op: Op.StreamUnpublished, pubSId: 'ST9' });
    await expect(subscribing).rejects.toMatchObject({ reason: 'closed' });
  });
});

describe('unsubscribe', () => {
  it('says only 107, once', async () => {
    const { subscribe, scenario, conference, now } = await setUp();
    const stream = await subscribe();
    await stream.unsubscribe();
    await conference.hangUp('ST9');
    await scenario.advance();
    expect(scenario.traffic.slice(-2)).toEqual(['102 RTC0', '107 RTC0']);
    expect(now()).toMatchObject({ link: 'idle', wanted: undefined, mediaStream: undefined });
  });
});

describe('hangUp', () => {
  it('says only 107, and shows that the user did it until the stream is subscribed again', async () => {
    const { subscribe, scenario, conference, now } = await setUp();
    await subscribe();
    await conference.hangUp('ST9');
    await scenario.advance();
    expect(scenario.traffic.slice(-2)).toEqual(['102 RTC0', '107 RTC0']);
    expect(now()).toMatchObject({ link: 'idle', closeReason: 'UserHangup' });
    await subscribe();
    expect(now()).toMatchObject({ link: 'linked', closeReason: undefined });
  });
});

describe('playback', () => {
  it('tells that it is blocked, and plays after a gesture', async () => {
    const { subscribe, scenario, conference } = await setUp();
    const stream = await subscribe();
    const element = new FakeElement();
    element.refusal = 'NotAllowedError';
    const detach = stream.attach(element.asElement);
    await scenario.advance();
    expect([conference.state.getSnapshot().isPlaybackBlocked, element.muted]).toEqual([true, false]);
    element.refusal = undefined;
    await conference.resumePlayback();
    expect(conference.state.getSnapshot().isPlaybackBlocked).toBe(false);
    detach();
    expect(element.srcObject).toBeNull();
  });

  it('that does not start can be waited for no longer', async () => {
    const { subscribe, scenario, conference } = await setUp();
    const stream = await subscribe();
    const element = new FakeElement();
    element.refusal = 'NotAllowedError';
    stream.attach(element.asElement);
    await scenario.advance();
    element.play = () => new Promise(() => undefined);
    const controller = new AbortController();
    const resuming = conference.resumePlayback({ signal: controller.signal });
    controller.abort();
    await expect(resuming).rejects.toMatchObject({ reason: 'aborted' });
  });
});
