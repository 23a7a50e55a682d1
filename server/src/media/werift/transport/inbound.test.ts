import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { classify } from '../../packet-filter/index.js';
import { connectivityCheck } from '../../packet-filter/testing/generators.js';
import { Random } from '../../packet-filter/testing/random.js';
import { AttackedRoom, type AttackedTransport } from '../testing/attacked-room.js';

const random = new Random(1);
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const RTP = hex('80600001 00000001 00000001 10000000');

describe('a connected transport', () => {
  const room = new AttackedRoom();
  let transport: AttackedTransport;

  beforeAll(async () => {
    [transport] = (await room.open()) as [AttackedTransport];
  });
  afterAll(() => room.close());

  /** True if media are accepted from the address. */
  function isOpenTo(address: string, port: number): boolean {
    const before = room.accepted;
    transport.receive(transport.sealRtp(RTP), { address, port });
    return room.accepted > before;
  }

  test('takes media from a new address as soon as that passed a check, and not before', () => {
    const source = { address: '127.0.0.9', port: 9 };
    expect(isOpenTo(source.address, source.port)).toBe(false);
    transport.receive(connectivityCheck(random, transport.facts), source);
    expect(isOpenTo(source.address, source.port)).toBe(true);
    expect(isOpenTo(source.address, 10)).toBe(false);
    expect(isOpenTo(room.attacker.address, room.attacker.port)).toBe(true);
  });

  test.each([
    ['another password', { password: 'guessed' }],
    ['another user name', { ufrag: 'nope' }],
    ['the beginning of the user name', { ufrag: 'n' }],
  ])('is not opened by a check with %s', (_, facts) => {
    const source = { address: '127.0.0.8', port: 8 };
    transport.receive(connectivityCheck(random, { ...transport.facts, ...facts }), source);
    expect(isOpenTo(source.address, source.port)).toBe(false);
  });

  test('takes a packet once', () => {
    const before = room.accepted;
    const packet = transport.sealRtp(RTP);
    for (let repetition = 0; repetition < 3; repetition++) transport.receive(packet, room.attacker);
    expect(room.accepted).toBe(before + 1);
  });

  test.each([
    ['an alert in the clear', '15fefd 0000 000000000000 0002 0100'],
    ['an encrypted alert that is forged', `15fefd 0001 000000000005 001a 0100 ${'00'.repeat(24)}`],
    ['a record of an unknown type', '18fefd 0001 000000000005 0002 0100'],
    [
      'a new handshake',
      `16fefd 0000 000000000000 0036 0100002a 0000 000000 00002a fefd ${'07'.repeat(32)} 0000 0002 c02b 0100`,
    ],
  ])('goes on after %s from its own address', async (_, packet) => {
    transport.receive(hex(packet), room.attacker);
    await room.stillFlows();
    expect(room.failures).toEqual([]);
  });
});

describe('a client behind a NAT that binds anew', () => {
  const room = new AttackedRoom();
  const rebound = createSocket('udp4');
  let media = 0;
  let watching: AttackedTransport;

  beforeAll(async () => {
    [, watching] = (await room.open()) as [AttackedTransport, AttackedTransport];
    rebound.on('message', (packet) => {
      if (classify(packet) === 'rtp') media++;
    });
    await new Promise<void>((resolve) => rebound.bind(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    rebound.close();
    await room.close();
  });

  test('is sent media to its new address once the former is silent', async () => {
    room.clock.hurry(3_000);
    watching.receive(connectivityCheck(random, watching.facts), rebound.address());
    await vi.waitFor(async () => {
      await room.sendPicture();
      expect(media).toBeGreaterThan(0);
    });
  });
});
