import { describe, expect, it } from 'vitest';
import { Op } from '../protocol/index.js';
import { fakeMember, fakeStream, Scenario } from '../testing/scenario.js';
import type { Conference } from './types.js';

const ASLEEP_MS = 60_000;
const OTHERS = { mems: [fakeMember('bob')], streams: [fakeStream('ST9', 'bob')] };

/** Joins a conference, publishes and subscribes one other member. */
async function inClass(): Promise<{ scenario: Scenario; conference: Conference }> {
  const { scenario, conference } = await Scenario.joined({ enter: OTHERS });
  for (const start of [() => conference.publish(), () => conference.subscribe('ST9')]) {
    const starting = start();
    await scenario.advance();
    await starting;
  }
  return { scenario, conference };
}

/** Allows time for any recovery, with media flowing on every connection. */
async function recover(scenario: Scenario): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    for (const peer of scenario.platform.peers.open) peer.mediaBytes += 1_000;
    await scenario.advance(100);
  }
}

const links = (conference: Conference): string[] =>
  conference.state.getSnapshot().streams.map(({ id, link }) => `${id} ${link}`);

describe('a laptop that was asleep for 60 s', () => {
  it('resumes its session when the server still has it, though its socket seemed open', async () => {
    const { scenario, conference } = await inClass();
    const { clock, server, sockets } = scenario.platform;
    const own = fakeStream('ST_RTC0', 'MEM_1', { memName: 'org#app_alice' });
    server.enterResponse = { ...server.enterResponse, streams: [...OTHERS.streams, own], cver: 9 };
    const sessId = server.messages(Op.Sync).at(-1)?.sessId ?? server.messages(Op.Init).at(-1)?.sessId;
    // The server closed its end long before the machine wakes up, and the client received no close.
    sockets.latest.isCut = true;
    const before = sockets.all.length;
    await clock.sleep(ASLEEP_MS);
    await recover(scenario);
    expect(sockets.all.length).toBeGreaterThan(before);
    expect(server.messages(Op.Enter).at(-1)?.sessId).toBe(sessId);
    expect(conference.state.getSnapshot().state).toBe('joined');
    expect(links(conference)).toEqual(['ST9 linked', 'ST_RTC0 linked']);
  });

  it('publishes and watches again when the server had let it go', async () => {
    const { scenario, conference } = await inClass();
    const { clock, peers, server, sockets } = scenario.platform;
    const local = conference.localStream();
    server.on(Op.Init, ({ rtcId = '', cctx = '', pubS }) => {
      setImmediate(() => scenario.answer(rtcId, cctx));
      return { result: 0, ...(pubS !== undefined && { streamId: 'ST_NEW', sver: 1 }) };
    });
    server.enterResponse = { ...server.enterResponse, ...OTHERS, cver: 20 };
    await clock.sleep(ASLEEP_MS);
    // The server has dropped the member's transports; ICE detects that as soon as it runs again.
    for (const peer of peers.open) peer.setIce('disconnected');
    sockets.latest.serverClose(1006);
    await recover(scenario);
    expect(conference.state.getSnapshot().state).toBe('joined');
    expect(conference.localStream()).toBe(local);
    expect(links(conference)).toEqual(['ST9 linked', 'ST_NEW linked']);
  });
});
