import { createSocket, type Socket } from 'node:dgram';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { classify } from '../../packet-filter/index.js';
import { connectivityAnswer, connectivityCheck } from '../../packet-filter/testing/generators.js';
import { Random } from '../../packet-filter/testing/random.js';
import { AttackedRoom, type AttackedTransport } from '../testing/attacked-room.js';

const random = new Random(1);
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const RTP = hex('80600001 00000001 00000001 10000000');
const RECEIVER_REPORT = hex('80c90001 00000001');

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
  const sockets: Socket[] = [];
  let watching: AttackedTransport;
  let asked: number;

  beforeAll(async () => {
    [, watching] = (await room.open()) as [AttackedTransport, AttackedTransport];
  });
  beforeEach(() => {
    asked = room.keyframesAsked;
  });
  afterAll(async () => {
    for (const socket of sockets) socket.close();
    await room.close();
  });

  /** The client's new address, which answers the checks of the server with this password, if at all. */
  async function rebind(password?: string): Promise<{ socket: Socket; media: () => number }> {
    const socket = createSocket('udp4');
    sockets.push(socket);
    let media = 0;
    socket.on('message', (packet, { port }) => {
      if (classify(packet) === 'rtp') media++;
      if (password === undefined || classify(packet) !== 'stun') return;
      watching.receive(connectivityAnswer(packet, port, password), socket.address());
    });
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return { socket, media: () => media };
  }

  const untilMediaComeTo = ({ media }: { media: () => number }): Promise<void> =>
    vi.waitFor(async () => {
      await room.sendPicture();
      if (media() === 0) throw new Error('no media came');
    });

  test('is sent media to its new address once the former is silent', async () => {
    const rebound = await rebind();
    room.clock.hurry(3_000);
    watching.receive(connectivityCheck(random, watching.facts), rebound.socket.address());
    await untilMediaComeTo(rebound);
    // The pictures that went to the former address are missing.
    await expect.poll(() => room.keyframesAsked).toBeGreaterThan(asked);
  });

  test('is sent media there at once when its own come from there', async () => {
    const rebound = await rebind();
    watching.receive(connectivityCheck(random, watching.facts), rebound.socket.address());
    room.clock.hurry(500);
    watching.receive(watching.sealRtcp(RECEIVER_REPORT), rebound.socket.address());
    await untilMediaComeTo(rebound);
    // The pictures that went to the former address are missing.
    await expect.poll(() => room.keyframesAsked).toBeGreaterThan(asked);
  });

  test('is sent media there at once when it answers a check there', async () => {
    const rebound = await rebind(watching.clientPassword);
    room.clock.hurry(500);
    watching.receive(connectivityCheck(random, watching.facts), rebound.socket.address());
    await untilMediaComeTo(rebound);
    // The pictures that went to the former address are missing.
    await expect.poll(() => room.keyframesAsked).toBeGreaterThan(asked);
  });

  test('is not followed to where a check was only replayed, or is answered with another password', async () => {
    const elsewhere = [await rebind(), await rebind('guessed')];
    room.clock.hurry(500);
    for (const { socket } of elsewhere) {
      watching.receive(connectivityCheck(random, watching.facts), socket.address());
      await new Promise((resolve) => socket.once('message', resolve));
    }
    for (let picture = 0; picture < 5; picture++) await room.sendPicture();
    expect(elsewhere.map(({ media }) => media())).toEqual([0, 0]);
  });
});
