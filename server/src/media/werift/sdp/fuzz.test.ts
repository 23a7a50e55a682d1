import { systemClock } from '@lectern/kit/clock';
import { fuzzLimitMs, fuzzOptions } from '@lectern/kit/testing';
import fc from 'fast-check';
import sdpTransform from 'sdp-transform';
import { afterAll, expect, test } from 'vitest';
import { MediaError, type MediaErrorReason } from '../../engine.js';
import { Forwarder } from '../forward/forwarder.js';
import { chromiumOffer } from '../testing/offers.js';

/** Reasons that the wire has a code for. */
const REASONS: readonly MediaErrorReason[] = ['bad-sdp', 'no-source', 'codec-unsupported', 'no-transport'];
/** CPU time of an offer on a slow machine, with its socket and keys; what was found before cost minutes. */
const BUDGET_MS = 1_000;
const ROOM = { roomId: 'room', sourceId: 's' };
const BOTH = { audio: true, video: true };
const VIDEO_CODECS = ['VP8', 'H264'];

const failures: unknown[] = [];
const forwarder = new Forwarder(
  {
    clock: systemClock,
    addresses: () => ['127.0.0.1'],
    listenAddress: '127.0.0.1',
    ports: undefined,
    log: (message, cause) => failures.push(cause ?? message),
  },
  () => undefined,
);
afterAll(() => forwarder.close());

const OFFERS = [
  chromiumOffer({ audio: 'sendonly', video: 'sendonly' }),
  chromiumOffer({ video: 'sendrecv', audio: 'recvonly', isVideoFirst: true }),
  chromiumOffer({ audio: 'recvonly', video: 'recvonly' }),
  chromiumOffer({ audio: 'sendonly' }),
  chromiumOffer({ video: 'sendonly', videoFormats: '102 103' }),
].map((text) => text.split('\r\n'));

const numbers = fc.constantFrom('0', '-1', '1', '65536', '4294967295', '4294967296', '1e9', 'NaN', '9'.repeat(40), '');
const texts = fc.constantFrom(
  '\0',
  '\r',
  '\uD800',
  '::',
  'a=',
  '*',
  '__proto__',
  'x'.repeat(3_000),
  '../',
  '%s%n',
  '\t',
);
const lines = fc.constantFrom(
  ...[
    'a=group:BUNDLE 0 0 1 1',
    'a=bundle-only',
    'a=sendrecv',
    'a=inactive',
    'a=setup:active',
    'a=setup:x',
    'm=',
    'v=1',
  ],
  ...['a=ssrc-group:SIM 1 2 3', 'a=ssrc-group:FID', 'a=rid:q send', 'a=simulcast:send q;h;f', 'a=ice-lite', 'a=mid:'],
  ...['a=extmap:0 urn:x', 'a=extmap:15 urn:ietf:params:rtp-hdrext:sdes:mid', 'a=rtpmap:96 VP8/1', 'a=fmtp:96 apt=96'],
  ...['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'm=audio 0 RTP/AVP 0', 'm=video 9 UDP/TLS/RTP/SAVPF *'],
);

const mutation = fc.record({
  kind: fc.constantFrom('drop', 'repeat', 'flood', 'move', 'insert', 'number', 'text', 'cut', 'join'),
  at: fc.nat(200),
  to: fc.nat(200),
  number: numbers,
  text: fc.oneof(texts, fc.string({ maxLength: 30 })),
  line: lines,
});
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

const MUTATE: Readonly<Record<string, (offer: string[], index: number, change: Mutation) => void>> = {
  drop: (offer, index) => void offer.splice(index, 1),
  repeat: (offer, index) => void offer.splice(index, 0, offer[index] ?? ''),
  flood: (offer, index, { to }) =>
    void offer.splice(index, 0, ...Array.from({ length: to * 10 }, () => offer[index] ?? '')),
  move: (offer, index, { to }) => void offer.splice(to % offer.length, 0, ...offer.splice(index, 1)),
  insert: (offer, index, { line }) => void offer.splice(index, 0, line),
  number: (offer, index, { number }) => void (offer[index] = (offer[index] ?? '').replace(/\d+/, number)),
  text: (offer, index, { text, to }) => {
    const line = offer[index] ?? '';
    offer[index] = line.slice(0, to % (line.length + 1)) + text + line.slice(to % (line.length + 1));
  },
  cut: (offer, index) => void offer.splice(index),
  join: (offer, index) => void offer.splice(index, 2, offer.slice(index, index + 2).join('\n')),
};

const offers = fc
  .record({
    base: fc.constantFrom(...OFFERS),
    changes: fc.array(mutation, { maxLength: 5 }),
    end: fc.constantFrom('\r\n', '\n', '\r'),
  })
  .map(({ base, changes, end }) => {
    const offer = [...base];
    for (const change of changes) if (offer.length > 0) MUTATE[change.kind]?.(offer, change.at % offer.length, change);
    return offer.join(end);
  });
const requests = fc.record({
  offer: offers,
  as: fc.constantFrom('publish', 'subscribe', 'negotiate'),
  isNew: fc.boolean(),
});
type Request = typeof requests extends fc.Arbitrary<infer T> ? T : never;

let count = 0;

/** Makes the request, and ends everything that it opened. */
async function answerTo({ offer, as, isNew }: Request): Promise<string> {
  const transportId = `t${++count}`;
  const publication = { ...ROOM, transportId, videoCodecs: VIDEO_CODECS };
  const connectionId = `c${count}`;
  try {
    if (as === 'publish') return (await forwarder.publish({ ...publication, offer }, count)).answer;
    if (as === 'subscribe')
      return (await forwarder.subscribe({ ...ROOM, transportId, offer, wanted: BOTH }, count)).answer;
    const transports = [{ ...publication, kind: 'publish', mids: ['0', '1'] } as const];
    return (await forwarder.negotiate({ roomId: 'room', connectionId, isNew, offer, transports }, [count, count]))
      .answer;
  } finally {
    forwarder.closeTransport(transportId);
    forwarder.closeTransport(connectionId);
  }
}

const openTransports = (): string[] => forwarder.stats().map(({ transportId }) => transportId);

/** Publishes what subscriptions ask for. Its ICE fails after some seconds, since nobody is at its other end. */
async function ensureSource(): Promise<void> {
  if (openTransports().includes('source')) return;
  const offer = chromiumOffer({ audio: 'sendonly', video: 'sendonly' });
  await forwarder.publish({ ...ROOM, transportId: 'source', offer, videoCodecs: VIDEO_CODECS }, 0);
}

const sectionsOf = (text: string): number => sdpTransform.parse(text).media.length;

const options = fuzzOptions(100, 0.1);

test(
  'whatever is offered, it is answered section by section or refused with a reason, and costs little',
  async () => {
    let answered = 0;
    const property = fc.asyncProperty(requests, async (request) => {
      await ensureSource();
      const before = process.cpuUsage();
      try {
        expect(sectionsOf(await answerTo(request))).toBe(sectionsOf(request.offer));
        answered++;
      } catch (error) {
        if (!(error instanceof MediaError)) throw error;
        expect(REASONS).toContain(error.reason);
        expect(error.message).not.toBe('');
      }
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000).toBeLessThan(BUDGET_MS);
      expect(openTransports().filter((id) => id !== 'source')).toEqual([]);
    });
    await fc.assert(property, options);
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(options.numRuns / 10);
  },
  fuzzLimitMs(options, 100),
);
