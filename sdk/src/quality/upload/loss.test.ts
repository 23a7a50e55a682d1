import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uploading } from '../../testing/uploading.js';

describe('a server that acknowledges', () => {
  it('gets again what it did not keep, even if its database has been away for long since the join', async () => {
    const { scenario, conference, collector, upload, ids } = await uploading({
      ...{ acknowledges: true, isDatabaseAway: true, streams: 9 },
    });
    for (const id of ids) await conference.subscribe(id);
    await scenario.advance(60_000);
    const { sent, unacknowledged } = upload.getSnapshot();
    expect(unacknowledged).toBe(sent);
    expect(sent).toBeGreaterThan(200);
    expect(collector.stored.size).toBe(0);
    collector.restart();
    await scenario.advance(6_000);
    collector.isDatabaseAway = false;
    await scenario.advance(10_000);
    expect(upload.getSnapshot().unacknowledged).toBe(0);
    const counters = [...collector.stored.keys()].map(Number);
    expect(counters.length).toBeGreaterThan(sent);
    expect(counters).toEqual(counters.map((_, index) => index));
  });

  it('is not asked to take more than 2,000 statistics once it is back, but every event', async () => {
    const { scenario, conference, collector, upload, ids } = await uploading({
      ...{ acknowledges: true, isDatabaseAway: true, streams: 9 },
    });
    for (const id of ids) await conference.subscribe(id);
    await scenario.advance(600_000);
    const kept = ({ waiting, unacknowledged }: ReturnType<typeof upload.getSnapshot>): number =>
      waiting + unacknowledged;
    expect(kept(upload.getSnapshot())).toBe(2_000);
    const local = await conference.publish();
    await local.muteVideo();
    await scenario.advance(1_000);
    expect(kept(upload.getSnapshot())).toBeGreaterThan(2_000);
    collector.isDatabaseAway = false;
    await scenario.advance(10_000);
    expect([...collector.stored.values()].filter(({ event }) => event === 8)).toHaveLength(1);
    expect(upload.getSnapshot().unacknowledged).toBe(0);
  });
});

/** Network events of the upload and actions of the member during a class. */
const STEPS = [
  'mute',
  'unmute',
  'cut',
  'cut and refuse',
  'silent cut',
  'accept',
  'offline',
  'online',
  'restart',
  'database away',
  'database back',
  'wait',
  'wait',
] as const;

it('no record that was queued is lost under cuts of any kind, and none is stored in another order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.constantFrom(0, 1, 400, 1_700, 6_000)), { maxLength: 25 }),
      fc.boolean(),
      async (steps, isDatabaseAway) => {
        const { scenario, conference, collector, upload } = await uploading({ acknowledges: true, isDatabaseAway });
        const { sockets, network } = scenario.platform;
        const local = await conference.publish();
        let toggles = 0;
        let isMuted = false;
        for (const [step, waitMs] of steps) {
          const socket = collector.sockets.at(-1);
          if (step === 'mute' || step === 'unmute') {
            // A stream that is being published again has no event of its own: its publication carries the new state.
            const isPublished = conference.state.getSnapshot().streams.some(({ isLocal }) => isLocal);
            toggles += Number(isPublished && isMuted !== (step === 'mute'));
            isMuted = step === 'mute';
            await (isMuted ? local.muteVideo() : local.unmuteVideo());
          } else if (step === 'silent cut' && socket) {
            // Frames are lost for a while before either side detects it.
            socket.isCut = true;
            await scenario.advance(1_200);
            socket.isCut = false;
            socket.serverClose(1006);
          } else if (step.startsWith('cut')) {
            if (step !== 'cut') sockets.behaviour = 'refuse';
            socket?.serverClose(1006);
          } else if (step === 'accept') sockets.behaviour = 'accept';
          else if (step === 'offline' || step === 'online') network.set(step === 'online');
          else if (step === 'restart') collector.restart();
          else if (step.startsWith('database')) collector.isDatabaseAway = step === 'database away';
          await scenario.advance(waitMs);
        }
        sockets.behaviour = 'accept';
        collector.isDatabaseAway = false;
        network.set(false);
        network.set(true);
        await scenario.advance(10_000);
        // A silent loss is detected when the socket closes.
        collector.sockets.at(-1)?.serverClose(1006);
        await scenario.advance(10_000);
        expect(upload.getSnapshot()).toMatchObject({ state: 'open', unacknowledged: 0 });
        void conference.leave();
        await scenario.advance(3_000);
        const counters = [...collector.stored.keys()].map(Number);
        expect(counters).toEqual(counters.map((_, index) => index));
        const told = [...collector.stored.values()].filter(({ event }) => event === 6 || event === 8);
        expect(told).toHaveLength(toggles);
        // The stream was published again when the network came back.
        const last = [...collector.stored.values()]
          .filter(({ voff }) => voff !== undefined)
          .reduce((a, b) => (Number(b['time']) > Number(a['time']) ? b : a));
        expect(last['voff']).toBe(Number(isMuted));
      },
    ),
    {
      numRuns: 60,
      // Unmuted while the stream is published again after a change of the network.
      examples: [
        [(['mute', 'offline', 'online', 'unmute'] as const).map((step) => [step, 0] as [typeof step, 0]), false],
      ],
    },
  );
});
