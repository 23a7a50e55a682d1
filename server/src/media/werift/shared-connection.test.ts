import { MediaStreamTrack, RTCPeerConnection, RtpHeader, RtpPacket, type RTCRtpTransceiver } from 'werift';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '@lectern/kit/clock';
import type { NegotiateAnswer, NegotiateRequest, SharedTransport } from '../engine.js';
import { Forwarder } from './forward/forwarder.js';
import { opus, TestPublisher, TestSubscriber, textOf, vp8, vp8Payload } from './testing/peers.js';

const BOTH = { audio: true, video: true };
const TIMEOUT_MS = 3_000;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function until(what: string, isSo: () => boolean): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`not in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const states: string[] = [];

/** A forwarder in this process, created as in the worker. */
function createForwarder(): Forwarder {
  states.length = 0;
  const forwarder = new Forwarder(
    {
      clock: systemClock,
      addresses: () => ['127.0.0.1'],
      listenAddress: undefined,
      ports: undefined,
      log: () => undefined,
    },
    (id, _epoch, state) => states.push(`${id} ${state}`),
  );
  closing.push(() => forwarder.close());
  return forwarder;
}

/** A member's end of a shared connection. */
class SharedEnd {
  readonly pc = new RTCPeerConnection({
    iceServers: [],
    iceAdditionalHostAddresses: ['127.0.0.1'],
    iceUseIpv6: false,
    codecs: { audio: [opus()], video: [vp8()] },
    bundlePolicy: 'max-bundle',
  });
  #isNew = true;

  constructor(
    private readonly forwarder: Forwarder,
    private readonly connectionId: string,
  ) {
    closing.push(() => this.pc.close());
  }

  /** Offers all current sections. */
  async negotiate(
    parts: readonly (() => SharedTransport)[] = [],
    more: Partial<NegotiateRequest> = {},
  ): Promise<NegotiateAnswer> {
    await this.pc.setLocalDescription(await this.pc.createOffer());
    // Sections have mids only after the offer is created.
    const transports = parts.map((part) => part());
    const offer = this.pc.localDescription?.sdp ?? '';
    const result = await this.forwarder.negotiate(
      { roomId: 'r', connectionId: this.connectionId, isNew: this.#isNew, offer, transports, ...more },
      [1, ...transports.map((_, index) => index + 2)],
    );
    this.#isNew = false;
    await this.pc.setRemoteDescription({ type: 'answer', sdp: result.answer });
    return result;
  }
}

/** werift applies the answer to such an offer and does nothing more: a browser would begin its checks. */
async function restartIce(end: SharedEnd): Promise<NegotiateAnswer> {
  end.pc.restartIce();
  const answer = await end.negotiate();
  for (const ice of end.pc.iceTransports) void ice.start().catch(() => undefined);
  return answer;
}

const midOf = ({ mid }: RTCRtpTransceiver): string => mid ?? '';

/** Sends text as frames of one stream. */
class Sender {
  readonly video: MediaStreamTrack;
  readonly transceiver: RTCRtpTransceiver;
  #sequence = 10;

  constructor(end: SharedEnd, kind: 'audio' | 'video' = 'video') {
    this.video = new MediaStreamTrack({ kind });
    this.transceiver = end.pc.addTransceiver(this.video, { direction: 'sendonly' });
  }

  send(text: string): void {
    this.#sequence++;
    const header = new RtpHeader({
      sequenceNumber: this.#sequence,
      timestamp: this.#sequence * 3_000,
      payloadType: 96,
      marker: true,
    });
    this.video.writeRtp(new RtpPacket(header, vp8Payload(true, text)));
  }
}

/** Receives the frames of one stream. */
class Receiver {
  readonly texts: string[] = [];
  readonly transceiver: RTCRtpTransceiver;

  constructor(end: SharedEnd) {
    this.transceiver = end.pc.addTransceiver('video', { direction: 'recvonly' });
    this.transceiver.onTrack.subscribe((track) => {
      track.onReceiveRtp.subscribe((packet) => this.texts.push(textOf(packet)));
    });
  }
}

const publication =
  (sourceId: string, ...senders: Sender[]) =>
  (): SharedTransport => ({
    kind: 'publish',
    transportId: `p ${sourceId}`,
    sourceId,
    mids: senders.map(({ transceiver }) => midOf(transceiver)),
    videoCodecs: ['VP8'],
  });

const subscription =
  (sourceId: string, receiver: Receiver, name = '') =>
  (): SharedTransport => ({
    kind: 'subscribe',
    transportId: `s${name} ${sourceId}`,
    sourceId,
    mids: [midOf(receiver.transceiver)],
    wanted: BOTH,
  });

const isUp = (...ends: SharedEnd[]): Promise<void> =>
  until('the connections', () => ends.every(({ pc }) => pc.connectionState === 'connected'));

/** Sends until the last one has arrived. */
async function arrives(sender: Sender, receiver: { readonly texts: readonly string[] }, text: string): Promise<void> {
  await until(text, () => {
    sender.send(text);
    return receiver.texts.includes(text);
  });
}

test('two streams go over one connection each way, and each arrives where it was asked for', async () => {
  const forwarder = createForwarder();
  const [ann, ben] = [new SharedEnd(forwarder, 'c ann'), new SharedEnd(forwarder, 'c ben')];
  const [camera, screen] = [new Sender(ann), new Sender(ann)];
  const sent = await ann.negotiate([publication('camera', camera), publication('screen', screen)]);
  expect(sent.results).toEqual(
    ['p camera', 'p screen'].map((transportId) => ({
      transportId,
      ok: true,
      kinds: { audio: false, video: true },
      videoCodec: 'VP8',
    })),
  );
  const [first, second] = [new Receiver(ben), new Receiver(ben)];
  await ben.negotiate([subscription('camera', first), subscription('screen', second)]);
  await isUp(ann, ben);
  await arrives(camera, first, 'the camera');
  await arrives(screen, second, 'the screen');
  expect([first.texts.includes('the screen'), second.texts.includes('the camera')]).toEqual([false, false]);
  expect(states.filter((line) => line.endsWith(' connected')).sort()).toEqual(['c ann connected', 'c ben connected']);
});

test('shared and own connections receive the same streams', async () => {
  const forwarder = createForwarder();
  const ann = new SharedEnd(forwarder, 'c ann');
  const [sound, camera] = [new Sender(ann, 'audio'), new Sender(ann)];
  await ann.negotiate([publication('camera', sound, camera)]);
  const plain = new TestPublisher();
  const own = await forwarder.publish(
    { roomId: 'r', transportId: 'p plain', sourceId: 'plain', offer: await plain.offer(), videoCodecs: ['VP8'] },
    9,
  );
  await plain.accept(own.answer);
  const watcher = new TestSubscriber();
  closing.push(
    () => plain.close(),
    () => watcher.close(),
  );
  const watched = await forwarder.subscribe(
    { roomId: 'r', transportId: 's watcher', sourceId: 'camera', offer: await watcher.offer(), wanted: BOTH },
    10,
  );
  await watcher.accept(watched.answer);
  const ben = new SharedEnd(forwarder, 'c ben');
  const receiver = new Receiver(ben);
  await ben.negotiate([subscription('plain', receiver)]);
  await isUp(ann, ben);
  expect(own.videoCodec).toBe('VP8');
  await until('shared to own', () => {
    camera.send('a picture');
    return watcher.video.some((packet) => textOf(packet) === 'a picture');
  });
  await until('own to shared', () => {
    plain.send('video', vp8Payload(true, 'another'));
    return receiver.texts.includes('another');
  });
});

test('streams come and go by renegotiation, and a section is used again for another stream', async () => {
  const forwarder = createForwarder();
  const [ann, ben] = [new SharedEnd(forwarder, 'c ann'), new SharedEnd(forwarder, 'c ben')];
  const camera = new Sender(ann);
  await ann.negotiate([publication('camera', camera)]);
  const receiver = new Receiver(ben);
  await ben.negotiate([subscription('camera', receiver)]);
  await isUp(ann, ben);
  await arrives(camera, receiver, 'the camera');
  const screen = new Sender(ann);
  await ann.negotiate([publication('screen', screen)]);
  await arrives(camera, receiver, 'the camera goes on');
  await ben.negotiate([subscription('screen', receiver)]);
  await arrives(screen, receiver, 'the screen');
  const before = receiver.texts.filter((text) => text === 'not any more').length;
  camera.send('not any more');
  await arrives(screen, receiver, 'and nothing else');
  expect(receiver.texts.filter((text) => text === 'not any more')).toHaveLength(before);
  expect(forwarder.stats().map(({ transportId }) => transportId)).not.toContain('s camera');
});

test('ICE is restarted by an offer with new credentials; the streams go on over the same encryption', async () => {
  const forwarder = createForwarder();
  const [ann, ben] = [new SharedEnd(forwarder, 'c ann'), new SharedEnd(forwarder, 'c ben')];
  const camera = new Sender(ann);
  await ann.negotiate([publication('camera', camera)]);
  const receiver = new Receiver(ben);
  const first = await ben.negotiate([subscription('camera', receiver)]);
  await isUp(ann, ben);
  await arrives(camera, receiver, 'before');
  for (const round of [1, 2]) {
    const next = await restartIce(ben);
    const ufrag = (answer: string): string | undefined => /a=ice-ufrag:(.*)/.exec(answer)?.[1];
    expect(ufrag(next.answer)).not.toBe(ufrag(first.answer));
    await arrives(camera, receiver, `after ${round}`);
  }
  await restartIce(ann);
  await arrives(camera, receiver, 'after all');
  expect(states.filter((line) => line.endsWith('failed'))).toEqual([]);
});

test('a publisher is asked for a keyframe when ICE of a subscriber or its own has connected again', async () => {
  const forwarder = createForwarder();
  const [ann, ben] = [new SharedEnd(forwarder, 'c ann'), new SharedEnd(forwarder, 'c ben')];
  const camera = new Sender(ann);
  await ann.negotiate([publication('camera', camera)]);
  const receiver = new Receiver(ben);
  await ben.negotiate([subscription('camera', receiver)]);
  await isUp(ann, ben);
  await arrives(camera, receiver, 'before');
  const requests = (): number => forwarder.stats()[0]?.keyframeRequestsOut ?? 0;
  for (const end of [ben, ann]) {
    const before = requests();
    await restartIce(end);
    await until('the request', () => requests() > before);
    expect(requests()).toBeGreaterThan(before);
  }
});

test('one part that cannot be had does not cost the others, and its section stays for use', async () => {
  const forwarder = createForwarder();
  const ann = new SharedEnd(forwarder, 'c ann');
  const camera = new Sender(ann);
  await ann.negotiate([publication('camera', camera)]);
  const ben = new SharedEnd(forwarder, 'c ben');
  const [wrong, right] = [new Receiver(ben), new Receiver(ben)];
  const { answer, results } = await ben.negotiate([subscription('none', wrong), subscription('camera', right)]);
  expect(results).toMatchObject([{ ok: false, reason: 'no-source' }, { ok: true }]);
  expect(answer.match(/a=(inactive|sendonly)/g)).toEqual(['a=inactive', 'a=sendonly']);
  await isUp(ann, ben);
  await arrives(camera, right, 'a picture');
  await ben.negotiate([subscription('camera', wrong, '2')]);
  await arrives(camera, wrong, 'for both');
});

test('a connection that is not there is not made by an offer that is not its first', async () => {
  const forwarder = createForwarder();
  const ann = new SharedEnd(forwarder, 'c ann');
  new Sender(ann);
  await expect(ann.negotiate([], { isNew: false })).rejects.toMatchObject({ reason: 'no-transport' });
  await ann.negotiate([], { isNew: true });
  forwarder.closeTransport('c ann');
  await expect(ann.negotiate()).rejects.toMatchObject({ reason: 'no-transport' });
});

test('the end of a connection ends its parts, and that of a source ends the part alone', async () => {
  const forwarder = createForwarder();
  const [ann, ben] = [new SharedEnd(forwarder, 'c ann'), new SharedEnd(forwarder, 'c ben')];
  const [camera, screen] = [new Sender(ann), new Sender(ann)];
  await ann.negotiate([publication('camera', camera), publication('screen', screen)]);
  const [first, second] = [new Receiver(ben), new Receiver(ben)];
  await ben.negotiate([subscription('camera', first), subscription('screen', second)]);
  const open = (): string[] => forwarder.stats().map(({ transportId }) => transportId);
  forwarder.removeSource('camera');
  expect(open()).toEqual(['p screen', 's screen']);
  forwarder.closeTransport('c ben');
  expect(open()).toEqual(['p screen']);
  forwarder.closeTransport('c ann');
  expect(open()).toEqual([]);
});
