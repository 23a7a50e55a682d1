import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Conference } from '../conference/types.js';
import { Op } from '../protocol/index.js';
import { Scenario, fakeMember, fakeStream } from '../testing/scenario.js';

/** Any order of actions of users, server and network. Every promise settles, and after leaving nothing is held. */
type Step = (scenario: Scenario, conference: Conference, calls: Promise<unknown>[]) => void;

const push =
  (message: Record<string, unknown> & { readonly op: number }): Step =>
  (scenario) =>
    scenario.platform.sockets.open.length > 0 && scenario.platform.server.push(message);

const STEPS: Readonly<Record<string, Step>> = {
  publish: (_, conference, calls) => calls.push(conference.publish()),
  publishAudio: (_, conference, calls) => calls.push(conference.publish({ video: false })),
  publishAborted: (_, conference, calls) => {
    const controller = new AbortController();
    calls.push(conference.publish({ signal: controller.signal }));
    queueMicrotask(() => controller.abort());
  },
  unpublish: (_, conference, calls) => calls.push(conference.localStream()?.unpublish() ?? Promise.resolve()),
  muteVideo: (_, conference, calls) => calls.push(conference.localStream()?.muteVideo() ?? Promise.resolve()),
  unmuteVideo: (_, conference, calls) => calls.push(conference.localStream()?.unmuteVideo() ?? Promise.resolve()),
  subscribe: (_, conference, calls) => calls.push(conference.subscribe('ST9')),
  subscribeAudio: (_, conference, calls) => calls.push(conference.subscribe('ST9', { video: false })),
  setWanted: (_, conference, calls) =>
    calls.push(conference.remoteStream('ST9')?.setWanted({ audio: true, video: true }) ?? Promise.resolve()),
  hangUp: (_, conference, calls) => calls.push(conference.hangUp('ST9')),
  memberLeaves: push({ op: Op.MemberExited, memId: 'bob' }),
  memberComes: push({ op: Op.MemberEntered, mem: fakeMember('bob') }),
  published: push({ op: Op.StreamPublished, memId: 'bob', pubS: fakeStream('ST9', 'bob', { sver: 2 }) }),
  republished: push({ op: Op.StreamPublished, memId: 'bob', pubS: fakeStream('ST9', 'bob', { sver: 3 }) }),
  unpublished: push({ op: Op.StreamUnpublished, memId: 'bob', pubSId: 'ST9' }),
  rebuild: push({ op: Op.Terminate, rtcId: 'RTC0', endReason: -10 }),
  terminate: push({ op: Op.Terminate, rtcId: 'RTC0' }),
  demoted: push({ op: Op.RoleUpdated, role: 1 }),
  promoted: push({ op: Op.RoleUpdated, role: 3 }),
  iceFails: (scenario) => scenario.platform.peers.open.at(-1)?.setIce('failed'),
  iceDrops: (scenario) => scenario.platform.peers.open[0]?.setIce('disconnected'),
  refuses: (scenario) => void scenario.platform.server.on(Op.Init, () => ({ result: -200 })),
  isSilent: (scenario) => void (scenario.answersOffers = false),
  noCamera: (scenario) => scenario.platform.devices.failWith('NotReadableError'),
  socketLost: (scenario) => scenario.platform.sockets.open.at(-1)?.serverClose(1006),
  offline: (scenario) => scenario.platform.network.set(false),
  online: (scenario) => scenario.platform.network.set(true),
  conferenceCloses: push({ op: Op.CloseConference }),
};

const script = fc.array(fc.tuple(fc.constantFrom(...Object.keys(STEPS)), fc.constantFrom(0, 0, 1, 60, 700, 4_000)), {
  maxLength: 14,
});

it('any order of intents and events settles every promise and leaves nothing', async () => {
  await fc.assert(
    fc.asyncProperty(script, async (steps) => {
      const { scenario, conference } = await Scenario.joined({
        enter: { mems: [fakeMember('bob')], streams: [fakeStream('ST9', 'bob')] },
      });
      const calls: Promise<unknown>[] = [];
      for (const [name, waitMs] of steps) {
        STEPS[name]?.(scenario, conference, calls);
        for (const call of calls) call.catch(() => undefined);
        if (waitMs > 0) await scenario.platform.clock.advance(waitMs);
      }
      void conference.leave();
      const outcomes = Promise.allSettled(calls);
      await scenario.platform.clock.advance(1_000);
      await outcomes;
      await conference.leave();
      expect(scenario.held).toEqual({ timers: 0, networkListeners: 0, sockets: 0, peers: 0, tracks: 0 });
      expect(conference.state.getSnapshot().state).toBe('left');
      expect(scenario.client.current.getSnapshot()).toBeUndefined();
    }),
    { numRuns: 150 },
  );
});

it('any order of joins and leaves ends where the last one said', async () => {
  const turn = fc.tuple(fc.constantFrom('join', 'abort', 'leave'), fc.integer({ min: 0, max: 12 }));
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 8 }), fc.boolean(), async (turns, isFast) => {
      const scenario = new Scenario({ enter: { caps: isFast ? ['fast'] : [] } });
      let abort: () => void = () => undefined;
      const joins: Promise<unknown>[] = [];
      for (const [what, ticks] of turns) {
        if (what === 'abort') abort();
        else if (what === 'leave') void scenario.client.current.getSnapshot()?.leave();
        else {
          const controller = new AbortController();
          abort = () => controller.abort();
          const joining = scenario.join({ signal: controller.signal });
          joining.catch(() => undefined);
          joins.push(joining);
        }
        for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      }
      const outcomes = Promise.allSettled(joins);
      await scenario.advance(5_000);
      await outcomes;
      expect(scenario.platform.sockets.open.length).toBe(scenario.client.current.getSnapshot() ? 1 : 0);
      const closing = scenario.client.close();
      await scenario.advance(1_000);
      await closing;
      expect(scenario.held).toEqual({ timers: 0, networkListeners: 0, sockets: 0, peers: 0, tracks: 0 });
    }),
    { numRuns: 150 },
  );
});
