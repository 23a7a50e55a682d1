import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MediaRelay, SignallingProxy, throughRelay } from '../impairment/index.js';
import { eventually, ServerProcess, stays } from '../support/index.js';
import { Classroom, eventsOf, othersOf, streamOf } from './classroom.js';
import { countLostFrames, everybodyPerceivesEverybody, perceives, stopsPerceiving } from './growth.js';
import type { HeadlessParticipant } from './headless-participant.js';

/** Frames that were sent and may still arrive when they are counted. */
const UNDER_WAY_FRAMES = 4;
const OUTAGE_MS = 5_000;
/** Time after the loss of a socket until the member is announced as gone, in ms. */
const GRACE_MS = 2_000;

describe('a conference over a bad network', () => {
  let server: ServerProcess;
  let classroom: Classroom;
  let proxy: SignallingProxy;
  let relay: MediaRelay;

  beforeAll(async () => {
    server = await ServerProcess.start();
  });

  afterAll(async () => {
    await server.close();
  });

  beforeEach(async () => {
    classroom = new Classroom(server.url);
    proxy = await SignallingProxy.start(server.url);
    relay = new MediaRelay({ seed: 11 });
    proxy.rewrite(throughRelay(relay));
  });

  afterEach(async () => {
    await classroom.close();
    await proxy.close();
    await relay.close();
  });

  /** Ann behind the bad network, Ben on a good one, who perceive each other. */
  const annAndBen = async (): Promise<[HeadlessParticipant, HeadlessParticipant]> => {
    const ann = await classroom.enter('ann', { serverUrl: proxy.url });
    const ben = await classroom.enter('ben');
    await everybodyPerceivesEverybody([ann, ben]);
    expect(relay.counts.up.forwarded, 'media must take the relay').toBeGreaterThan(0);
    return [ann, ben];
  };

  const isRecovered = async (participant: HeadlessParticipant): Promise<void> => {
    await eventually(
      `${participant.name} being joined again`,
      async () => (await participant.tell('state')).conference,
      (state) => state === 'joined',
    );
  };

  it('goes on through 5 % loss both ways, hardly a frame missing', async () => {
    const [ann, ben] = await annAndBen();
    const counters = [await countLostFrames(ann, ben), await countLostFrames(ben, ann)];
    relay.impair({ up: { loss: 0.05 }, down: { loss: 0.05 } });
    await eventually(
      'enough loss both ways',
      () => Math.min(relay.counts.up.lost.random, relay.counts.down.lost.random),
      (lost) => lost >= 25,
    );
    await everybodyPerceivesEverybody([ann, ben]);
    // Without retransmission a third of the frames would be missing, however long they are counted.
    for (const count of counters) {
      await eventually('hardly a frame missing', count, ({ sent, lost }) => lost / sent < 0.1);
    }
    expect(await eventsOf(ann)).not.toContain('linkFailed');
  });

  it('goes on over a mobile network: delay, jitter, bursts of loss, disorder and little bandwidth', async () => {
    const [ann, ben] = await annAndBen();
    const mobile = {
      delayMs: 60,
      jitterMs: 20,
      burstLoss: { enter: 0.01, leave: 0.4 },
      reorder: 0.01,
      duplicate: 0.01,
      rate: { kbitsPerSecond: 700 },
    };
    relay.impair({ up: mobile, down: mobile });
    await eventually(
      'loss in bursts both ways',
      () => Math.min(relay.counts.up.lost.burst, relay.counts.down.lost.burst),
      (lost) => lost >= 5,
    );
    await everybodyPerceivesEverybody([ann, ben]);
    expect(relay.counts.up.reordered + relay.counts.down.reordered).toBeGreaterThan(0);
    expect(await eventsOf(ann)).not.toContain('linkFailed');
    expect(await streamOf(ben, ann)).toMatchObject({ version: 1 });
  });

  it('recovers from 3 s without media, the same links going on', async () => {
    const [ann, ben] = await annAndBen();
    const cutAt = performance.now();
    relay.startOutage();
    await stopsPerceiving(ben, ann, 'frames');
    await stays(
      'ann staying a member',
      () => othersOf(ben),
      (others) => others.includes('ann'),
      2_200,
    );
    relay.endOutage();
    expect(performance.now() - cutAt).toBeGreaterThan(3_000);
    expect(relay.counts.up.lost.outage).toBeGreaterThan(0);
    await everybodyPerceivesEverybody([ann, ben]);
    expect(await streamOf(ben, ann)).toMatchObject({ version: 1 });
  });

  it('loses no frame when signalling alone is cut and comes back', async () => {
    const [ann, ben] = await annAndBen();
    const eventsBefore = (await ben.tell('events')).length;
    const counters = [await countLostFrames(ann, ben), await countLostFrames(ben, ann)];
    proxy.cut('reset');
    await eventually(
      'ann noticing it',
      async () => (await ann.tell('events')).map(({ detail }) => JSON.stringify(detail)).join(),
      (details) => details.includes('reconnecting'),
    );
    await isRecovered(ann);
    await everybodyPerceivesEverybody([ann, ben]);
    for (const count of counters) {
      await eventually('no frame missing but those under way', count, ({ lost }) => lost <= UNDER_WAY_FRAMES);
    }
    expect([await streamOf(ben, ann), await streamOf(ann, ben)]).toMatchObject([{ version: 1 }, { version: 1 }]);
    expect((await ann.tell('events')).map(({ detail }) => JSON.stringify(detail)).join()).not.toContain('rebuilding');
    // Ben has not noticed anything.
    expect((await eventsOf(ben, eventsBefore)).filter((name) => name !== 'linkStateChanged')).toEqual([]);
    expect(await othersOf(ben)).toEqual(['ann']);
  });

  it('takes back who was cut off for 5 s, without ever announcing an exit', async () => {
    const [ann, ben] = await annAndBen();
    proxy.refuse();
    proxy.cut('reset');
    relay.startOutage();
    await stays(
      'ann staying a member',
      () => othersOf(ben),
      (others) => others.includes('ann'),
      OUTAGE_MS,
    );
    proxy.restore();
    relay.endOutage();
    await isRecovered(ann);
    await everybodyPerceivesEverybody([ann, ben]);
    expect(await eventsOf(ben)).not.toContain('memberLeft');
    expect(await eventsOf(ann)).not.toContain('left');
  });

  it('makes a new connection when the machine is online again, though the old one seemed open', async () => {
    const [ann, ben] = await annAndBen();
    const attempts = proxy.attempts;
    proxy.halfOpen('toClient');
    await ann.tell('setOnline', { online: false });
    proxy.restore();
    await ann.tell('setOnline', { online: true });
    await eventually(
      'ann connecting anew',
      () => proxy.attempts,
      (now) => now > attempts,
    );
    await isRecovered(ann);
    await everybodyPerceivesEverybody([ann, ben]);
    expect(await eventsOf(ben)).not.toContain('memberLeft');
  });

  it('survives garbage from the server’s side', async () => {
    const [ann, ben] = await annAndBen();
    for (const garbage of ['', 'null', '[]', '{', '{"op":"102"}', '{"op":302}', '{"op":106,"rtcId":1,"sdp":7}']) {
      proxy.inject('toClient', garbage);
    }
    proxy.inject('toClient', Buffer.from([0, 255, 1]));
    await ben.tell('muteVideo');
    await eventually(
      'the flag reaching ann',
      () => streamOf(ann, ben),
      (stream) => stream?.videoMuted === true,
    );
    await perceives(ben, ann);
    expect(await othersOf(ann)).toEqual(['ben']);
  });
});

describe('a server', () => {
  let server: ServerProcess;
  let classroom: Classroom;

  beforeAll(async () => {
    server = await ServerProcess.start({ env: { GRACE_MS: String(GRACE_MS), PING_INTERVAL_MS: '2000' } });
  });

  afterAll(async () => {
    await server.close();
  });

  beforeEach(() => {
    classroom = new Classroom(server.url);
  });

  afterEach(async () => {
    await classroom.close();
  });

  const isAlone = async (participant: HeadlessParticipant): Promise<void> => {
    await eventually(
      `${participant.name} being alone`,
      () => othersOf(participant),
      (others) => others.length === 0,
    );
  };

  it('announces a crashed member only after its grace time', async () => {
    const [ann, ben] = [await classroom.enter('ann'), await classroom.enter('ben')];
    await everybodyPerceivesEverybody([ann, ben]);
    const crashedAt = performance.now();
    await ann.crash();
    await isAlone(ben);
    // The clocks of the server and the test differ slightly.
    expect(performance.now() - crashedAt).toBeGreaterThan(GRACE_MS - 100);
    expect((await ben.tell('state')).streams.filter(({ isLocal }) => !isLocal)).toEqual([]);
  });

  it('drops a member whose connection is open and dead, and announces it as gone', async () => {
    const proxy = await SignallingProxy.start(server.url);
    await classroom.enter('ann', { serverUrl: proxy.url });
    const ben = await classroom.enter('ben');
    await stays(
      'ann staying a member while her connection lives',
      () => othersOf(ben),
      (others) => others.includes('ann'),
      5_000,
    );
    proxy.halfOpen();
    await isAlone(ben);
    await proxy.close();
  });

  it('gets everybody to see everybody again after its media worker was killed', async () => {
    const three = [];
    for (const name of ['ann', 'ben', 'cai']) three.push(await classroom.enter(name));
    await everybodyPerceivesEverybody(three);
    const worker = server.processes.find(({ commandLine }) => commandLine.includes('/media/'));
    expect(worker, 'a media worker among the server’s processes').toBeDefined();
    process.kill(worker?.pid ?? 0, 'SIGKILL');
    await everybodyPerceivesEverybody(three);
    for (const participant of three) expect(await eventsOf(participant)).not.toContain('memberLeft');
  });
});
