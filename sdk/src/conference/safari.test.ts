import { describe, expect, it } from 'vitest';
import { ConferenceType, Op } from '../protocol/index.js';
import { Scenario, fakeMember, fakeStream, type ScenarioOptions } from '../testing/scenario.js';

const enter: ScenarioOptions['enter'] = {
  mems: [fakeMember('bob')],
  streams: [fakeStream('ONE', 'bob'), fakeStream('TWO', 'bob')],
};

/** Platform flags of Safari before version 13. */
const OLD_SAFARI = { opensOneSubscription: true, needsCaptureToPlay: true, keepsVideoInP2p: true };

describe('a platform that plays only what it captures beside', () => {
  const refusal = { errorType: 'sub_fail', code: -203, specMessage: 'Safari not allow subscribe before publish' };

  it('can not subscribe before it publishes', async () => {
    const { scenario, conference } = await Scenario.joined({ enter, limits: OLD_SAFARI });
    await expect(conference.subscribe('ONE')).rejects.toMatchObject(refusal);
    expect(scenario.platform.peers.all).toHaveLength(0);
    const publishing = conference.publish();
    await scenario.advance();
    await publishing;
    const subscribing = conference.subscribe('ONE');
    await scenario.advance();
    expect((await subscribing).id).toBe('ONE');
  });

  it('keeps what it has when the own stream ends', async () => {
    const { scenario, conference } = await Scenario.joined({ enter, limits: OLD_SAFARI });
    const publishing = conference.publish();
    await scenario.advance();
    const subscribing = conference.subscribe('ONE');
    await scenario.advance();
    await subscribing;
    await (await publishing).unpublish();
    expect(conference.remoteStream('ONE')?.snapshot.link).toBe('linked');
    await expect(conference.subscribe('TWO')).rejects.toMatchObject(refusal);
  });

  it('does not lock audience out, which can never publish', async () => {
    const { scenario, conference } = await Scenario.joined({ enter: { ...enter, role: 1 }, limits: OLD_SAFARI });
    const subscribing = conference.subscribe('ONE');
    await scenario.advance();
    expect((await subscribing).id).toBe('ONE');
  });

  it('hears a LIVE mix as audience, and as talker once it publishes', async () => {
    const audience = new Scenario({ type: ConferenceType.Live, enter: { ...enter, role: 1 }, limits: OLD_SAFARI });
    await audience.join();
    expect(audience.platform.server.messages(Op.Init)).toMatchObject([{ subSId: '0' }]);
    const talker = new Scenario({ type: ConferenceType.Live, enter, limits: OLD_SAFARI });
    const conference = await talker.join();
    await talker.advance();
    expect(talker.platform.server.messages(Op.Init)).toEqual([]);
    talker.answerSdp = 'v=0\r\naudio=sendrecv\r\n';
    const publishing = conference.publish();
    await talker.advance();
    await publishing;
    expect(conference.state.getSnapshot().mixedAudio).toBeDefined();
  });
});

describe('a platform without limits', () => {
  it('subscribes before it publishes, and several at once', async () => {
    const { scenario, conference } = await Scenario.joined({ enter });
    scenario.answersOffers = false;
    for (const id of ['ONE', 'TWO']) conference.subscribe(id).catch(() => undefined);
    await scenario.advance();
    expect(scenario.platform.server.messages(Op.Init).map(({ subSId }) => subSId)).toEqual(['ONE', 'TWO']);
  });
});
