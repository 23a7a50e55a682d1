import { describe, expect, it } from 'vitest';
import { ConferenceType, Op, Role, StreamType } from '../protocol/index.js';
import { FakeElement } from '../testing/media.js';
import { Scenario, fakeMember, fakeStream, type ScenarioOptions } from '../testing/scenario.js';
import type { LocalStream, PublishOptions } from './types.js';

/** The answer of a mixer: it sends on all sections that it receives. */
const MIX_ANSWER = 'v=0\r\naudio=sendrecv\r\n';

async function setUp(type: ConferenceType, options: ScenarioOptions = {}) {
  const scenario = new Scenario({ type, ...options });
  scenario.answerSdp = MIX_ANSWER;
  const { platform } = scenario;
  const conference = await scenario.join();
  await scenario.advance();
  return {
    scenario,
    conference,
    platform,
    now: () => conference.state.getSnapshot(),
    publish: async (publishOptions?: PublishOptions): Promise<LocalStream> => {
      const publishing = conference.publish(publishOptions);
      publishing.catch(() => undefined);
      await scenario.advance();
      return publishing;
    },
    /** Publications and subscriptions that were started or ended. */
    traffic: () =>
      platform.server.received.flatMap(({ op, rtcId, pubS, subSId, subSAudio, subSVideo }) => {
        if (op === Op.Terminate) return [`end ${rtcId}`];
        if (op !== Op.Init) return [];
        if (subSId === undefined) return [`publish type ${(pubS as { type: number }).type} as ${rtcId}`];
        return [`subscribe ${String(subSId)} video ${String(subSVideo)} audio ${String(subSAudio)} as ${rtcId}`];
      }),
    role: async (role: Role) => {
      platform.server.push({ op: Op.RoleUpdated, role, roleToken: 'R2' });
      await scenario.advance();
    },
    /** The element in which the page plays the mix. */
    element: () => platform.audioElements[0]!,
  };
}

const MIX = ConferenceType.CommunicationMix;
const LIVE = ConferenceType.Live;
const BOB: ScenarioOptions['enter'] = {
  mems: [fakeMember('bob'), fakeMember('carol')],
  streams: [
    fakeStream('BOB', 'bob', { type: 2, csrc: 1001 }),
    fakeStream('CAROL', 'carol', { type: 2, csrc: 1002 }),
    fakeStream('DESK', 'carol', { type: 1 }),
  ],
};

describe('a mixed conference', () => {
  it.each([
    ['with camera', {}, ['audio', 'video']],
    ['without camera', { video: false }, ['audio', undefined]],
    ['without microphone', { audio: false }, [undefined, 'video']],
  ])('publishes into the mix %s: sound both ways, picture one way', async (_, options, sent) => {
    const { publish, traffic, platform, conference } = await setUp(MIX);
    const stream = await publish(options);
    expect(traffic()).toEqual(['publish type 2 as RTC0']);
    const { transceivers } = platform.peers.latest;
    expect(transceivers.map(({ kind, direction }) => [kind, direction])).toEqual([
      ['audio', 'sendrecv'],
      ['video', 'sendonly'],
    ]);
    expect(transceivers.map((transceiver) => (transceiver.sent as { kind?: string } | undefined)?.kind)).toEqual(sent);
    expect([stream.type, conference.localStream()]).toEqual([StreamType.AudioMixer, stream]);
    expect(conference.localStream(StreamType.Video)).toBe(stream);
  });

  it('plays the others in the page while the own stream is there', async () => {
    const { publish, now, element, platform } = await setUp(MIX);
    const stream = await publish();
    const { mixedAudio } = now();
    expect(mixedAudio?.getTracks()).toEqual([platform.peers.latest.transceivers[0]?.receiver.track]);
    expect([element().srcObject, element().plays, element().muted]).toEqual([mixedAudio, 1, false]);
    await stream.unpublish();
    expect([now().mixedAudio, element().srcObject]).toEqual([undefined, null]);
  });

  it('follows the mix to the next connection', async () => {
    const { publish, now, element, platform, scenario } = await setUp(MIX);
    await publish();
    const before = now().mixedAudio;
    platform.peers.latest.setIce('failed');
    await scenario.advance(600);
    expect(now().mixedAudio?.getTracks()).toEqual([platform.peers.latest.transceivers[0]?.receiver.track]);
    expect(now().mixedAudio).not.toBe(before);
    expect(element().srcObject).toBe(now().mixedAudio);
  });

  it('says when autoplay blocks it, and plays after a gesture', async () => {
    const { publish, now, element, scenario, conference } = await setUp(MIX);
    element().refusal = 'NotAllowedError';
    await publish();
    expect(now().isPlaybackBlocked).toBe(true);
    element().refusal = undefined;
    await conference.resumePlayback();
    await scenario.advance();
    expect(now().isPlaybackBlocked).toBe(false);
  });

  it('has one volume, in whatever element it plays', async () => {
    const { publish, element, conference, now } = await setUp(MIX);
    const mix = conference.mixedAudio!;
    mix.volume = 0.25;
    await publish();
    const own = new FakeElement();
    const detach = mix.attach(own.asElement);
    expect([own.volume, own.srcObject, element().srcObject]).toEqual([0.25, now().mixedAudio, null]);
    mix.volume = 7;
    expect([mix.volume, own.volume]).toEqual([1, 1]);
    detach();
    expect([own.srcObject, element().srcObject]).toEqual([null, now().mixedAudio]);
  });

  it('tells who is heard by the contributing sources of the mix', async () => {
    const { publish, platform, conference } = await setUp(MIX, { enter: BOB });
    await publish();
    const source = (id: number, timestamp: number, audioLevel?: number) =>
      ({ source: id, timestamp, rtpTimestamp: 0, ...(audioLevel !== undefined && { audioLevel }) }) as never;
    platform.peers.latest.transceivers[0]!.contributors = [
      source(77, 1_000, 0.9),
      source(1001, 990, 0.5),
      source(1002, 600, 0.4),
      source(1, 1_000, 0.3),
    ];
    expect([...conference.mixedAudio!.levels()]).toEqual([['BOB', 0.5]]);
    platform.peers.latest.transceivers[0]!.contributors = [source(1002, 2_000)];
    expect([...conference.mixedAudio!.levels()]).toEqual([['CAROL', 1]]);
    platform.peers.latest.transceivers[0]!.contributors = [source(1001, 3_000, 0), source(1002, 3_000, 0.2)];
    expect([...conference.mixedAudio!.levels()]).toEqual([['CAROL', 0.2]]);
  });

  it('subscribes the others for their picture only', async () => {
    const { scenario, conference, traffic } = await setUp(MIX, { enter: BOB });
    const subscribing = conference.subscribe('BOB', { audio: true, video: true });
    await scenario.advance();
    await subscribing;
    expect(traffic()).toEqual(['subscribe BOB video true audio false as RTC0']);
  });

  it.each([
    ['camera', { video: false }, 'unmuteVideo', { voff: 0, aoff: 0 }],
    ['microphone', { audio: false }, 'unmuteAudio', { voff: 0, aoff: 0 }],
  ] as const)('publishes again with a %s that was never open', async (_, options, unmute, flags) => {
    const { publish, platform, scenario, now } = await setUp(MIX);
    const stream = await publish(options);
    const unmuting = stream[unmute]();
    await scenario.advance(200);
    await unmuting;
    const inits = platform.server.messages(Op.Init);
    expect(inits[1]).toMatchObject({ rtcId: 'RTC0', pubS: { id: stream.id, type: 2, ...flags } });
    expect(now().mixedAudio?.getTracks()).toEqual([platform.peers.latest.transceivers[0]?.receiver.track]);
  });

  it('tells of muting like any other', async () => {
    const { publish, platform, now } = await setUp(MIX);
    const stream = await publish();
    await stream.muteAudio();
    await stream.muteVideo();
    expect(platform.server.messages(Op.StreamControl)).toMatchObject([
      { rtcId: 'RTC0', aoff: 1, voff: 0 },
      { rtcId: 'RTC0', aoff: 1, voff: 1 },
    ]);
    // A muted member keeps receiving the mix.
    expect(now().mixedAudio).toBeDefined();
  });

  it('makes no stream "0" unless it is LIVE', async () => {
    const { traffic, now } = await setUp(MIX, { enter: { role: 1 }, join: { role: 1 } });
    expect([traffic(), now().mixedAudio]).toEqual([[], undefined]);
  });

  it('leaves nothing behind', async () => {
    const { publish, conference, scenario, element } = await setUp(LIVE, { enter: BOB });
    await publish();
    const leaving = conference.leave();
    await scenario.advance(600);
    await leaving;
    expect(scenario.held).toEqual({ timers: 0, networkListeners: 0, sockets: 0, peers: 0, tracks: 0 });
    expect(element().srcObject).toBeNull();
  });
});

it('a conference that is not mixed has no mix', async () => {
  const { publish, conference, now, platform } = await setUp(ConferenceType.Communication);
  await publish();
  expect([conference.mixedAudio, now().mixedAudio, platform.audioElements]).toEqual([undefined, undefined, []]);
});

describe('LIVE', () => {
  const audience: ScenarioOptions = { enter: { ...BOB, role: 1 }, join: { role: 1 } };

  it('audience hears stream "0", which no list shows', async () => {
    const { traffic, now, platform, element } = await setUp(LIVE, audience);
    expect(traffic()).toEqual(['subscribe 0 video false audio true as RTC0']);
    expect(platform.peers.latest.transceivers.map(({ direction }) => direction)).toEqual(['recvonly', 'sendonly']);
    expect(now().streams.map(({ id }) => id)).toEqual(['BOB', 'CAROL', 'DESK']);
    expect(element().srcObject).toBe(now().mixedAudio);
    expect(now().mixedAudio?.getTracks()).toHaveLength(1);
  });

  it('audience has joined when the sound is there', async () => {
    const scenario = new Scenario({ type: LIVE, ...audience });
    scenario.answersOffers = false;
    let isJoined = false;
    const joining = scenario.join().then(() => {
      isJoined = true;
    });
    while (scenario.platform.server.messages(Op.Init).length === 0) await scenario.advance();
    await scenario.advance(1_000);
    expect(isJoined).toBe(false);
    const { rtcId = '', cctx = '' } = scenario.platform.server.messages(Op.Init)[0]!;
    scenario.answer(rtcId, cctx);
    await scenario.advance();
    await joining;
    expect(isJoined).toBe(true);
  });

  it('audience that gets no sound has not joined, and leaves', async () => {
    const scenario = new Scenario({ type: LIVE, ...audience });
    scenario.platform.server.on(Op.Init, () => ({ result: -554, msg: 'no mixer' }));
    const joining = scenario.join();
    joining.catch(() => undefined);
    while (scenario.platform.server.messages(Op.Leave).length === 0) await scenario.advance();
    await scenario.advance(600);
    await expect(joining).rejects.toMatchObject({ errorType: 'join_fail', code: -200 });
    expect(scenario.held).toMatchObject({ sockets: 0, peers: 0, timers: 0 });
  });

  it('audience that was promoted and publishes drops stream "0", and has it again when it hangs up', async () => {
    const { role, publish, traffic, conference, scenario, now, platform } = await setUp(LIVE, audience);
    await role(Role.Talker);
    const stream = await publish();
    expect(traffic().slice(1)).toEqual(['publish type 2 as RTC2', 'end RTC0']);
    expect(now().mixedAudio?.getTracks()).toEqual([platform.peers.latest.transceivers[0]?.receiver.track]);
    await conference.hangUp(stream.id);
    await scenario.advance();
    expect(traffic().slice(3)).toEqual(['end RTC2', 'subscribe 0 video false audio true as RTC4']);
    expect(now().mixedAudio?.getTracks()).toEqual([platform.peers.latest.transceivers[0]?.receiver.track]);
  });

  it('a talker that is degraded to audience hears stream "0" instead of its own connection', async () => {
    const { role, publish, traffic, now, element } = await setUp(LIVE, { enter: BOB });
    await publish();
    const before = traffic().length;
    await role(Role.Audience);
    expect(traffic().slice(before)).toEqual([expect.stringMatching('end'), expect.stringMatching('subscribe 0')]);
    expect(now().streams.some(({ isLocal }) => isLocal)).toBe(false);
    expect(element().srcObject).toBe(now().mixedAudio);
  });

  it('a talker that publishes nothing hears too, and has joined without waiting for it', async () => {
    const scenario = new Scenario({ type: LIVE, enter: BOB });
    scenario.answersOffers = false;
    await scenario.join();
    await scenario.advance();
    expect(scenario.platform.server.messages(Op.Init)).toMatchObject([{ subSId: '0' }]);
  });

  it('a refused stream "0" is reported, and asked for again only when the role changed', async () => {
    const scenario = new Scenario({ type: LIVE, enter: BOB });
    scenario.platform.server.on(Op.Init, () => ({ result: -101, msg: 'no' }));
    const conference = await scenario.join();
    const errors: unknown[] = [];
    conference.on('error', (error) => errors.push(error));
    await scenario.advance();
    scenario.platform.server.push({ op: Op.StreamControl, streamId: 'BOB', voff: 1, aoff: 0 });
    await scenario.advance();
    expect(scenario.platform.server.messages(Op.Init)).toHaveLength(1);
    expect(errors).toMatchObject([{ errorType: 'sub_fail', code: -203 }]);
    scenario.platform.server.push({ op: Op.RoleUpdated, role: 1 });
    await scenario.advance();
    expect(scenario.platform.server.messages(Op.Init)).toHaveLength(2);
  });

  it('stream "0" comes back after the socket and the connection were lost', async () => {
    const { scenario, platform, now, traffic } = await setUp(LIVE, audience);
    platform.sockets.latest.serverClose(1006);
    await scenario.advance(1);
    platform.peers.latest.setIce('failed');
    await scenario.advance(2_000);
    expect(traffic().at(-1)).toBe('subscribe 0 video false audio true as RTC2');
    expect(now().mixedAudio?.getTracks()).toEqual([platform.peers.latest.transceivers[0]?.receiver.track]);
  });
});
