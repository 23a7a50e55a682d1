import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APP_KEY, offer, startTestServer, WireClient, type TestServer } from './testing/harness.js';

let test: TestServer;
beforeEach(async () => {
  test = await startTestServer();
});
afterEach(() => test.server.close());

describe('a conference of two over real sockets', () => {
  it('lets the second see, subscribe and hear of what the first does', async () => {
    const { client: alice, response: aliceIn } = await WireClient.enter(await test.ticket('alice'), {
      nickName: 'Alice',
    });
    expect(aliceIn).toMatchObject({ result: 0, role: 7, vcodes: ['VP8', 'H264'], cver: expect.any(Number) });

    const published = await alice.request({
      op: 102,
      rtcId: 'RTC0',
      cctx: '_i_1',
      sdp: offer('VP8'),
      pubS: { type: 0, voff: 0, aoff: 0, rtcId: 'RTC0', __undefinedEQDelete: true },
    });
    expect(published).toMatchObject({ result: 0, streamId: expect.any(String), csrc: 1000, sver: 1 });
    expect(published).not.toHaveProperty('sdp');
    const answer = await alice.push(106);
    expect(answer).toMatchObject({ rtcId: 'RTC0', cctx: '_i_1', sessId: aliceIn.sessId, cands: [expect.any(String)] });

    const { client: bob, response: bobIn } = await WireClient.enter(await test.ticket('bob'));
    expect(bobIn).toMatchObject({
      role: 3,
      mems: [{ id: aliceIn.memId, name: `${APP_KEY}_alice`, nickName: 'Alice' }, { id: bobIn.memId }],
      streams: [{ id: published.streamId, memId: aliceIn.memId, memName: `${APP_KEY}_alice`, vcodes: ['VP8'] }],
    });
    expect((bobIn.streams as object[])[0]).not.toHaveProperty('rtcId');
    expect(await alice.push(300)).toMatchObject({ mem: { id: bobIn.memId }, sessId: aliceIn.sessId });

    const subscribed = await bob.request({
      op: 102,
      rtcId: 'RTC0',
      cctx: '_i_1',
      sdp: offer('VP8'),
      subSId: published.streamId,
      subSVideo: true,
      subSAudio: true,
    });
    expect(subscribed).toMatchObject({ result: 0 });
    expect(JSON.parse(String((await bob.push(106)).sdp))).toMatchObject({ type: 'ANSWER' });

    alice.send({ op: 400, rtcId: 'RTC0', voff: 1, aoff: 0 });
    expect(await bob.push(400)).toMatchObject({ streamId: published.streamId, voff: 1, aoff: 0, sver: 1 });

    await alice.request({ op: 201 });
    expect(await bob.push(301)).toMatchObject({ memId: aliceIn.memId, reason: 0 });
    await bob.request({ op: 201 });
    expect(test.engine.transports.size).toBe(0);
    expect(test.engine.sources.size).toBe(0);
  });
});
