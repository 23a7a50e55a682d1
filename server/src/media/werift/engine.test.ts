import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readdirSync, readlinkSync } from 'node:fs';
import fc from 'fast-check';
import { MediaError, type TransportState } from '../engine.js';
import { createWeriftEngine } from './host.js';
import { h264, TestPublisher, TestSubscriber, textOf, vp8, vp8Payload } from './testing/peers.js';

const engine = createWeriftEngine();
const closers: (() => Promise<void>)[] = [];
let count = 0;

beforeAll(() => engine.start());
afterAll(() => engine.stop());
afterEach(async () => {
  engine.removeSource('s');
  for (const close of closers.splice(0)) await close();
});

function ids(sourceId = 's'): { roomId: string; transportId: string; sourceId: string } {
  return { roomId: 'room', transportId: `t${++count}`, sourceId };
}

function publisher(...parameters: ConstructorParameters<typeof TestPublisher>): TestPublisher {
  const peer = new TestPublisher(...parameters);
  closers.push(() => peer.close());
  return peer;
}

function subscriber(...parameters: ConstructorParameters<typeof TestSubscriber>): TestSubscriber {
  const peer = new TestSubscriber(...parameters);
  closers.push(() => peer.close());
  return peer;
}

async function connected(...peers: { readonly state: string }[]): Promise<void> {
  await vi.waitFor(() => expect(peers.map((peer) => peer.state)).toEqual(peers.map(() => 'connected')));
}

/** Sends both kinds until `done` holds. */
async function sendUntil(from: TestPublisher, done: () => void, isKeyframe = true): Promise<void> {
  await vi.waitFor(
    () => {
      from.send('audio', Buffer.from('sound'));
      from.send('video', vp8Payload(isKeyframe, 'picture'));
      done();
    },
    { interval: 20 },
  );
}

/** Sends until this many more audio packets arrived, so that video sent before them must have arrived too. */
async function sendPast(from: TestPublisher, to: TestSubscriber, packets = 10): Promise<void> {
  const before = to.audio.length;
  await sendUntil(from, () => expect(to.audio.length).toBeGreaterThan(before + packets));
}

async function call(): Promise<{ alice: TestPublisher; bob: TestSubscriber; bobId: string }> {
  const [alice, bob, bobIds] = [publisher(), subscriber(), ids()];
  await alice.publish(engine, ids());
  await bob.subscribe(engine, bobIds);
  await connected(alice, bob);
  await sendUntil(alice, () => expect(Math.min(bob.audio.length, bob.video.length)).toBeGreaterThan(3));
  return { alice, bob, bobId: bobIds.transportId };
}

async function reasonOf(result: Promise<unknown>): Promise<string> {
  return result.then(
    () => 'none',
    (error: unknown) => (error instanceof MediaError ? error.reason : String(error)),
  );
}

describe('forwarding', () => {
  test('a subscriber gets the audio and video that is published', async () => {
    const [alice, bob] = [publisher(), subscriber()];
    const published = await alice.publish(engine, ids());
    expect(published.kinds).toEqual({ audio: true, video: true });
    expect(published.videoCodec).toBe('VP8');
    const { answer } = await bob.subscribe(engine, ids());
    expect(answer).toMatch(/a=msid:s s-audio\r\n/);
    expect(answer).toMatch(/a=msid:s s-video\r\n/);
    await connected(alice, bob);
    await sendUntil(alice, () => expect(Math.min(bob.audio.length, bob.video.length)).toBeGreaterThan(3));
    expect(bob.audio[0]?.payload.toString()).toBe('sound');
    expect(textOf(bob.video[0]!)).toBe('picture');
  });

  test('begins with a keyframe and asks for one', async () => {
    const [alice, bob] = [publisher(), subscriber()];
    await alice.publish(engine, ids());
    await bob.subscribe(engine, ids());
    await connected(alice, bob);
    await sendUntil(alice, () => expect(Math.min(alice.keyframeRequests, bob.audio.length)).toBeGreaterThan(0), false);
    expect(bob.video).toEqual([]);
    await sendUntil(alice, () => expect(bob.video.length).toBeGreaterThan(0));
  });

  test('a muted kind reaches nobody until it is unmuted, and then without a gap', async () => {
    const { alice, bob } = await call();
    engine.setForwarded('s', { audio: true, video: false });
    await sendPast(alice, bob, 3);
    const count = bob.video.length;
    await sendPast(alice, bob);
    expect(bob.video.length).toBe(count);
    engine.setForwarded('s', { audio: true, video: true });
    await sendUntil(alice, () => expect(bob.video.length).toBeGreaterThan(count + 3));
    const numbers = bob.video.map((packet) => packet.header.sequenceNumber);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0]! + index) & 0xffff));
  });

  test('a kind that is not wanted is not sent; wanting it asks for a keyframe', async () => {
    const { alice, bob, bobId } = await call();
    engine.setWanted(bobId, { audio: true, video: false });
    await sendPast(alice, bob, 3);
    const [count, requests] = [bob.video.length, alice.keyframeRequests];
    await sendPast(alice, bob);
    expect(bob.video.length).toBe(count);
    engine.setWanted(bobId, { audio: true, video: true });
    await vi.waitFor(() => expect(alice.keyframeRequests).toBeGreaterThan(requests));
    await sendUntil(alice, () => expect(bob.video.length).toBeGreaterThan(count));
  });

  test('a republication goes on in the same subscription, without a gap or a step back', async () => {
    const { alice, bob } = await call();
    const again = publisher();
    await again.publish(engine, ids());
    await connected(again);
    await alice.close();
    const before = { audio: bob.audio.length, video: bob.video.length };
    await sendUntil(again, () => expect(bob.video.length).toBeGreaterThan(before.video + 3));
    for (const packets of [bob.audio, bob.video]) {
      const numbers = packets.map(({ header }) => header.sequenceNumber);
      expect(numbers).toEqual(numbers.map((_, index) => (numbers[0]! + index) & 0xffff));
      const steps = packets
        .slice(1)
        .map(({ header }, index) => (header.timestamp - packets[index]!.header.timestamp) | 0);
      expect(Math.min(...steps)).toBeGreaterThan(0);
    }
  });

  test('a republication in another codec stops the video of those who agreed to the first', async () => {
    const { bob } = await call();
    const again = publisher([h264()]);
    const { videoCodec } = await again.publish(engine, ids(), ['H264']);
    expect(videoCodec).toBe('H264');
    await connected(again);
    const count = bob.video.length;
    await sendPast(again, bob);
    expect(bob.video.length).toBe(count);
    const carol = subscriber([h264()]);
    await carol.subscribe(engine, ids());
    await connected(carol);
    await vi.waitFor(() => {
      again.send('video', Buffer.from([0x65, 0x88]));
      expect(carol.video.length).toBeGreaterThan(0);
    });
  });

  test('requests of many subscribers reach the publisher as few', async () => {
    const { alice, bob } = await call();
    const before = alice.keyframeRequests;
    for (let request = 0; request < 20; request++) await bob.requestKeyframe();
    await vi.waitFor(() => expect(alice.keyframeRequests).toBeGreaterThan(before));
    await sendPast(alice, bob);
    expect(alice.keyframeRequests - before).toBeLessThanOrEqual(2);
  });

  test('statistics count what went through', async () => {
    const { bobId } = await call();
    const mine = (await engine.stats()).find((entry) => entry.transportId === bobId);
    expect(mine).toMatchObject({ state: 'connected', packetsLostIn: 0 });
    expect(mine?.packetsOut).toBeGreaterThan(6);
    expect(mine?.bytesOut).toBeGreaterThan(200);
  });
});

describe('transports', () => {
  test('tell their states, and nothing once they are closed', async () => {
    const states: [string, TransportState][] = [];
    const listen = (id: string, state: TransportState): void => void states.push([id, state]);
    engine.on('transportState', listen);
    const { bobId } = await call();
    expect(states).toContainEqual([bobId, 'connected']);
    engine.closeTransport(bobId);
    engine.closeTransport(bobId);
    await vi.waitFor(() => expect(states.filter(([id]) => id === bobId).at(-1)).toEqual([bobId, 'closed']));
    expect((await engine.stats()).map((entry) => entry.transportId)).not.toContain(bobId);
    engine.off('transportState', listen);
  });

  test('of the same id replace one another without a word', async () => {
    const states: TransportState[] = [];
    const own = ids();
    await publisher().publish(engine, own);
    const listen = (id: string, state: TransportState): void => void (id === own.transportId && states.push(state));
    engine.on('transportState', listen);
    const alice = publisher();
    await alice.publish(engine, own);
    await connected(alice);
    await vi.waitFor(() => expect(states).toEqual(['connected']));
    engine.off('transportState', listen);
  });

  test('closed while they open are refused and leave nothing', async () => {
    const [own, offer] = [ids(), await publisher().offer()];
    const opening = engine.publish({ ...own, offer, videoCodecs: ['VP8'] });
    engine.closeTransport(own.transportId);
    expect(['no-transport', 'none']).toContain(await reasonOf(opening));
    engine.closeTransport(own.transportId);
    expect((await engine.stats()).map((entry) => entry.transportId)).not.toContain(own.transportId);
  });
});

test('joining and leaving leaves no socket behind', async () => {
  const sockets = (): number =>
    engine.workerPids
      .flatMap((pid) => readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`)))
      .filter((link) => link.startsWith('socket:')).length;
  const linkOf = (path: string): string => {
    try {
      return readlinkSync(path);
    } catch {
      return '';
    }
  };
  await engine.stats();
  const before = sockets();
  for (let round = 0; round < 5; round++) {
    await call();
    expect(sockets()).toBe(before + 2);
    engine.removeSource('s');
    await vi.waitFor(() => expect(sockets()).toBe(before));
  }
});

describe('refusals', () => {
  const offerOf = (): Promise<string> => subscriber().offer();

  test('a source that does not exist', async () => {
    expect(await reasonOf(subscriber().subscribe(engine, ids('nobody')))).toBe('no-source');
  });

  test('a source that was removed', async () => {
    await publisher().publish(engine, ids());
    engine.removeSource('s');
    expect(await reasonOf(subscriber().subscribe(engine, ids()))).toBe('no-source');
  });

  test('a codec that the subscriber lacks, unless it wants no video', async () => {
    await publisher([vp8()]).publish(engine, ids());
    expect(await reasonOf(subscriber([h264()]).subscribe(engine, ids()))).toBe('codec-unsupported');
    const { answer } = await subscriber([h264()]).subscribe(engine, ids(), { audio: true, video: false });
    expect(answer).toMatch(/m=video[^]*a=inactive/);
  });

  test('a codec that the conference does not allow', async () => {
    expect(await reasonOf(publisher([vp8()]).publish(engine, ids(), ['H264']))).toBe('codec-unsupported');
  });

  test('an offer that is none', async () => {
    const offer = await offerOf();
    for (const broken of [
      '',
      'hello',
      offer.replaceAll(/a=fingerprint.*/g, ''),
      offer.replaceAll(/a=ice-pwd.*/g, ''),
      offer.replaceAll(/a=ice-ufrag:.*/g, 'a=ice-ufrag:'),
      offer.replaceAll(/a=ice-ufrag:.*/g, 'a=ice-ufrag:abc'),
      offer.replaceAll(/a=ice-pwd:.*/g, `a=ice-pwd:${'a'.repeat(21)}`),
      offer.replaceAll(/a=ice-pwd:.*/g, `a=ice-pwd:${'a'.repeat(257)}`),
    ]) {
      expect(await reasonOf(engine.publish({ ...ids(), offer: broken, videoCodecs: ['VP8'] }))).toBe('bad-sdp');
    }
    expect(await engine.stats()).toEqual([]);
  });

  test('whatever is sent as an offer, the worker lives on and keeps nothing', async () => {
    const [lines, pids] = [(await offerOf()).split('\r\n'), engine.workerPids];
    const edit = fc.record({
      at: fc.nat(lines.length - 1),
      text: fc.oneof(fc.string(), fc.constantFrom(...lines)),
      cut: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 6 }), async (edits) => {
        const damaged = [...lines];
        for (const { at, text, cut } of edits) damaged.splice(at, cut, text);
        const own = ids();
        const reason = await reasonOf(engine.publish({ ...own, offer: damaged.join('\r\n'), videoCodecs: ['VP8'] }));
        expect(['none', 'bad-sdp', 'codec-unsupported']).toContain(reason);
        engine.closeTransport(own.transportId);
      }),
      { numRuns: 60 },
    );
    expect(engine.workerPids).toEqual(pids);
    expect(await engine.stats()).toEqual([]);
  });
});

describe('a worker that dies', () => {
  const own = createWeriftEngine({ workers: 2 });
  beforeAll(() => own.start());
  afterAll(() => own.stop());

  test('is told with its transports, fails what is pending, and is replaced', async () => {
    const [aliceIds, alice] = [ids('lost'), publisher()];
    await alice.publish(own, aliceIds);
    // Both workers die; only one of them has a transport to report.
    const lost = new Promise<readonly string[]>((resolve) => {
      own.on('workerLost', (transportIds) => {
        if (transportIds.length > 0) resolve(transportIds);
      });
    });
    const pids = own.workerPids;
    const offer = await publisher().offer();
    // Stopped first, so that the call is pending when the worker ends.
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const pending = reasonOf(own.publish({ ...ids('lost'), offer, videoCodecs: ['VP8'] }));
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    expect(await lost).toEqual([aliceIds.transportId]);
    expect(await pending).toBe('engine-down');
    expect(await reasonOf(subscriber().subscribe(own, ids('lost')))).toBe('no-source');
    const [again, bob] = [publisher(), subscriber()];
    await again.publish(own, ids('lost'));
    await bob.subscribe(own, ids('lost'));
    await connected(again, bob);
    await sendUntil(again, () => expect(bob.video.length).toBeGreaterThan(0));
    expect(own.workerPids).not.toEqual(pids);
  });
});
