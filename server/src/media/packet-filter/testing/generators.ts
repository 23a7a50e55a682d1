import { createHmac } from 'node:crypto';
import type { Random } from './random.js';

/** Packets that resemble their protocol, with random errors. */

export const PACKET_KINDS = ['stun', 'dtls', 'rtp', 'rtcp', 'noise'] as const;
export type GeneratedKind = (typeof PACKET_KINDS)[number];

/** Properties of the attacked transport; those that an outsider cannot know are left out. */
export interface Target {
  readonly ufrag?: string;
  readonly password?: string;
  /** Streams that it sends. */
  readonly ssrcs?: readonly number[];
}

export function generate(kind: GeneratedKind, random: Random, target: Target = {}): Buffer {
  return GENERATORS[kind](random, target);
}

/** A connectivity check as a browser sends it. */
export function connectivityCheck(random: Random, { ufrag = '', password = '' }: Target): Buffer {
  const attributes = [
    attribute(0x0006, Buffer.from(`${ufrag}:efgh`)),
    attribute(0x802a, random.bytes(8)),
    attribute(0x0024, random.bytes(4)),
  ];
  return withIntegrity(0x0001, random.bytes(12), attributes, password);
}

/** The success response to a connectivity check that came from a port of 127.0.0.1. */
export function connectivityAnswer(check: Buffer, port: number, password: string): Buffer {
  const mapped = Buffer.concat([uint16(1), uint16(port ^ 0x2112), uint32(0x7f00_0001 ^ 0x2112_a442)]);
  return withIntegrity(0x0101, check.subarray(8, 20), [attribute(0x0020, mapped)], password);
}

function attribute(type: number, value: Buffer): Buffer {
  return Buffer.concat([uint16(type), uint16(value.length), value, Buffer.alloc(-value.length & 3)]);
}

function withIntegrity(type: number, transactionId: Buffer, attributes: readonly Buffer[], password: string): Buffer {
  const body = Buffer.concat(attributes);
  const covered = Buffer.concat([uint16(type), uint16(body.length + 24), uint32(0x2112_a442), transactionId, body]);
  return Buffer.concat([covered, attribute(0x0008, createHmac('sha1', password).update(covered).digest())]);
}

/** The packet with bytes changed, taken out or put in. */
export function mutate(packet: Buffer, random: Random): Buffer {
  let mutated = Buffer.from(packet);
  for (let changes = 1 + random.below(4); changes > 0; changes--) {
    const at = random.below(mutated.length + 1);
    const kind = random.below(4);
    if (kind === 0) mutated = mutated.subarray(0, at);
    else if (kind === 1) mutated = Buffer.concat([mutated.subarray(0, at), random.bytes(4), mutated.subarray(at)]);
    else if (at < mutated.length) mutated[at] = kind === 2 ? random.pick([0, 1, 0x7f, 0x80, 0xff]) : random.below(256);
  }
  return mutated;
}

const GENERATORS: Readonly<Record<GeneratedKind, (random: Random, target: Target) => Buffer>> = {
  stun: stunMessage,
  dtls: dtlsDatagram,
  rtp: rtpPacket,
  rtcp: rtcpCompound,
  noise: (random) => random.bytes(random.below(random.oneIn(20) ? 4_000 : 200)),
};

/** A length that is right, slightly wrong, or arbitrary. */
function lie(random: Random, length: number, largest: number): number {
  if (!random.oneIn(4)) return length & largest;
  return (
    random.pick([0, 1, length + 1, Math.max(0, length - 1), largest, largest - 1, random.below(largest)]) & largest
  );
}

function uint16(value: number): Buffer {
  return Buffer.from([(value >> 8) & 0xff, value & 0xff]);
}

function uint24(value: number): Buffer {
  return Buffer.from([(value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff]);
}

function uint32(value: number): Buffer {
  return Buffer.concat([uint16(value >>> 16), uint16(value)]);
}

const STUN_ATTRIBUTES = [
  0x0001, 0x0006, 0x0008, 0x0009, 0x0020, 0x0024, 0x0025, 0x8022, 0x8028, 0x8029, 0x802a, 0xc057,
];

function stunAttribute(random: Random, type: number, value: Buffer): Buffer {
  const padding = Buffer.alloc(-value.length & 3);
  return Buffer.concat([uint16(type), uint16(lie(random, value.length, 0xffff)), value, padding]);
}

function stunMessage(random: Random, { ufrag, password }: Target): Buffer {
  const type = random.pick([0x0001, 0x0001, 0x0001, 0x0011, 0x0101, 0x0111, random.below(0x4000)]);
  const name = ufrag !== undefined && !random.oneIn(4) ? ufrag : 'abcd';
  const attributes = [
    stunAttribute(random, 0x0006, Buffer.from(`${name}:efgh`)),
    stunAttribute(random, 0x0024, random.bytes(4)),
    stunAttribute(random, 0x8029 + random.below(2), random.bytes(8)),
    ...Array.from({ length: random.below(random.oneIn(20) ? 60 : 3) }, () =>
      stunAttribute(random, random.pick(STUN_ATTRIBUTES), random.bytes(random.pick([0, 4, 8, 20, random.below(40)]))),
    ),
  ];
  const body = Buffer.concat(random.oneIn(3) ? attributes.toSorted(() => random.below(3) - 1) : attributes);
  const cookie = random.oneIn(10) ? random.bytes(4) : uint32(0x2112_a442);
  const head = (length: number) => Buffer.concat([uint16(type), uint16(length), cookie]);
  const covered = Buffer.concat([head(body.length + 24), random.bytes(12), body]);
  const tag =
    password === undefined || random.oneIn(4)
      ? random.bytes(20)
      : createHmac('sha1', password).update(covered).digest();
  const whole = Buffer.concat([covered, uint16(0x0008), uint16(20), tag]);
  if (random.oneIn(8)) whole.writeUInt16BE(lie(random, whole.length - 20, 0xffff), 2);
  return whole;
}

const HANDSHAKE_TYPES = [0, 1, 2, 3, 11, 12, 13, 14, 15, 16, 20, 24];

function dtlsFragment(random: Random): Buffer {
  const body = random.oneIn(3) ? clientHello(random) : random.bytes(random.below(100));
  const length = lie(random, body.length, 0xff_ffff);
  const offset = random.oneIn(4) ? random.below(length + 2) : 0;
  const type = random.pick(HANDSHAKE_TYPES);
  const numbers = [
    uint24(length),
    uint16(random.below(8)),
    uint24(offset),
    uint24(lie(random, body.length, 0xff_ffff)),
  ];
  return Buffer.concat([Buffer.from([type]), ...numbers, body]);
}

function clientHello(random: Random): Buffer {
  const list = (width: 1 | 2, bytes: Buffer): Buffer => {
    const length = lie(random, bytes.length, width === 1 ? 0xff : 0xffff);
    return Buffer.concat([width === 1 ? Buffer.from([length]) : uint16(length), bytes]);
  };
  const extensions = Array.from({ length: random.below(8) }, () =>
    Buffer.concat([uint16(random.pick([10, 11, 13, 14, 23, 0xff01])), list(2, random.bytes(random.below(12)))]),
  );
  return Buffer.concat([
    uint16(0xfefd),
    random.bytes(32),
    list(1, random.bytes(random.pick([0, 32]))),
    list(1, random.bytes(random.pick([0, 20]))),
    list(2, Buffer.concat([uint16(0xc02b), uint16(0xc02f)])),
    list(1, Buffer.from([0])),
    list(2, Buffer.concat(extensions)),
  ]);
}

function dtlsDatagram(random: Random): Buffer {
  const records = Array.from({ length: 1 + random.below(random.oneIn(10) ? 40 : 3) }, () => {
    const type = random.pick([20, 21, 21, 22, 22, 22, 22, 23, random.below(256)]);
    const fragments: Readonly<Record<number, () => Buffer>> = {
      20: () => Buffer.from([1]),
      21: () => Buffer.from([1 + random.below(2), random.pick([0, 10, 40, 255])]),
      22: () => Buffer.concat(Array.from({ length: 1 + random.below(3) }, () => dtlsFragment(random))),
    };
    const fragment = fragments[type]?.() ?? random.bytes(random.below(60));
    const version = random.pick([0xfefd, 0xfefd, 0xfeff, 0xfefc, random.below(0x1_0000)]);
    const numbers = [uint16(random.pick([0, 0, 1, 2])), random.bytes(6), uint16(lie(random, fragment.length, 0xffff))];
    return Buffer.concat([Buffer.from([type]), uint16(version), ...numbers, fragment]);
  });
  return Buffer.concat(records);
}

function rtpExtensions(random: Random): Buffer {
  const profile = random.pick([0xbede, 0xbede, 0x1000, 0x1007, random.below(0x1_0000)]);
  const elements = Array.from({ length: random.below(random.oneIn(20) ? 200 : 6) }, () => {
    const body = random.bytes(random.below(6));
    const id = random.below(16);
    const length = lie(random, body.length, 0xff);
    return Buffer.concat([
      profile === 0xbede ? Buffer.from([(id << 4) | (length & 0x0f)]) : Buffer.from([id, length]),
      body,
    ]);
  });
  const bytes = Buffer.concat(elements);
  const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
  return Buffer.concat([uint16(profile), uint16(lie(random, padded.length / 4, 0xffff)), padded]);
}

/** An RTP packet in the clear. */
function rtpPacket(random: Random): Buffer {
  const hasExtensions = !random.oneIn(3);
  const padding = random.oneIn(5);
  const sources = random.oneIn(5) ? random.below(16) : 0;
  const version = random.oneIn(20) ? random.below(4) : 2;
  const first = (version << 6) | (padding ? 0x20 : 0) | (hasExtensions ? 0x10 : 0) | sources;
  return Buffer.concat([
    Buffer.from([first, (random.oneIn(4) ? 0x80 : 0) | random.pick([96, 97, 98, 111, random.below(128)])]),
    ...[uint16(random.below(0x1_0000)), uint32(random.below(2 ** 32)), uint32(1 + random.below(4))],
    random.bytes(4 * (random.oneIn(4) ? random.below(16) : sources)),
    hasExtensions ? rtpExtensions(random) : Buffer.alloc(0),
    videoPayload(random),
    padding ? Buffer.from([random.pick([0, 1, 4, 255])]) : Buffer.alloc(0),
  ]);
}

/** A payload that resembles VP8, H264 or Opus, or is random. */
function videoPayload(random: Random): Buffer {
  const head = random.pick(['10', '90e08001', '78000267420001', '7c85', '7c05', '65', 'f8', '67', '']);
  return Buffer.concat([Buffer.from(head, 'hex'), random.bytes(random.below(random.oneIn(10) ? 1_200 : 60))]);
}

function rtcpBody(random: Random, type: number, ssrcs: readonly number[]): Buffer {
  const media = random.oneIn(4) || ssrcs.length === 0 ? random.below(2 ** 32) : random.pick(ssrcs);
  if (type === 205 && random.oneIn(2)) {
    // Transport-wide feedback: runs that claim far more packets than were sent.
    const runs = Buffer.concat(
      Array.from({ length: random.below(12) }, () => uint16(random.pick([0x1fff, 0x3fff, 0xffff]))),
    );
    return Buffer.concat([uint32(1), uint32(media), uint16(random.below(0x1_0000)), uint16(0xffff), uint32(0), runs]);
  }
  if (type === 205 || type === 206) {
    const entries = random.oneIn(20) ? 300 : random.below(6);
    return Buffer.concat([uint32(1), uint32(media), random.bytes(4 * entries)]);
  }
  return random.bytes(4 * random.below(random.oneIn(10) ? 200 : 12));
}

/** A compound RTCP packet in the clear. */
function rtcpCompound(random: Random, { ssrcs = [] }: Target): Buffer {
  const packets = Array.from({ length: 1 + random.below(random.oneIn(20) ? 40 : 4) }, () => {
    const type = random.pick([200, 200, 201, 202, 203, 204, 205, 205, 205, 206, 206, 207, random.below(256)]);
    const version = random.oneIn(20) ? random.below(4) : 2;
    const count = random.pick([0, 1, 4, 15, 15, random.below(32)]);
    const raw = rtcpBody(random, type, ssrcs);
    const body = Buffer.concat([raw, Buffer.alloc(-raw.length & 3)]);
    const head = Buffer.from([(version << 6) | (random.oneIn(10) ? 0x20 : 0) | count, type]);
    return Buffer.concat([head, uint16(lie(random, body.length / 4, 0xffff)), body]);
  });
  return Buffer.concat(packets);
}
