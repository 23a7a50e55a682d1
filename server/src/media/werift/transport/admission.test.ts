import { EventEmitter } from 'node:events';
import type { RTCDtlsTransport, RTCIceTransport } from 'werift';
import { describe, expect, test } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { connectivityAnswer, connectivityCheck } from '../../packet-filter/testing/generators.js';
import { Random } from '../../packet-filter/testing/random.js';
import { Inbound } from './inbound.js';

/** Data that the engine receives, on a socket and an engine that only write down what reaches them. */

const random = new Random(1);
const OURS = { ufrag: 'ours', password: 'the password of the server' };
const THEIRS = 'the password of the client';
const CLIENT = { address: '192.0.2.1', port: 1 };
const STRANGER = { address: '192.0.2.66', port: 6 };
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

interface EngineState {
  readonly isConnected?: boolean;
  /** Content of every encrypted record; undefined where the client did not write it. */
  readonly plain?: Buffer;
  /** The engine's own failure. */
  readonly failure?: Error;
}

class Engine {
  readonly clock = new FakeClock();
  readonly stun: Buffer[] = [];
  readonly dtls: Buffer[] = [];
  readonly failures: unknown[] = [];
  readonly transactions: Record<string, unknown> = {};
  readonly inbound: Inbound;
  readonly #socket = new EventEmitter();

  constructor({ isConnected = false, plain, failure }: EngineState = {}) {
    const protocol = {
      transport: { socket: this.#socket },
      transactions: this.transactions,
      datagramReceived: (data: Buffer) => {
        if (failure !== undefined) throw failure;
        this.stun.push(data);
      },
      onDataReceived: { execute: (data: Buffer) => void this.dtls.push(data) },
    };
    const ice = {
      connection: { protocols: [protocol], candidatePairs: [], remotePassword: THEIRS },
      localParameters: { usernameFragment: OURS.ufrag, password: OURS.password },
    };
    const decryptPacket = (): Buffer => {
      if (plain === undefined) throw new Error('the tag is wrong');
      return plain;
    };
    const dtls = { state: isConnected ? 'connected' : 'connecting', dtls: { cipher: { decryptPacket } } };
    this.inbound = new Inbound(ice as unknown as RTCIceTransport, dtls as unknown as RTCDtlsTransport, this.clock, {
      rtp: () => undefined,
      rtcp: () => undefined,
      moved: () => undefined,
      failed: (cause) => this.failures.push(cause),
    });
    this.inbound.attach();
  }

  receive(data: Buffer, source = CLIENT): void {
    this.#socket.emit('message', data, source);
  }

  check(source = CLIENT, password = OURS.password): void {
    this.receive(connectivityCheck(random, { ...OURS, password }), source);
  }
}

test('a failure with one datagram loses that datagram alone', () => {
  const engine = new Engine({ failure: new Error('the engine failed') });
  engine.check();
  expect(engine.failures).toEqual([new Error('the engine failed')]);
});

describe('checks', () => {
  test('of a stranger are limited, those of the client are not limited by them', () => {
    const engine = new Engine();
    engine.check();
    for (let guess = 0; guess < 1_000; guess++) engine.check(STRANGER, 'guessed');
    engine.check({ ...CLIENT, port: 2 });
    expect(engine.stun).toHaveLength(1);
    engine.check();
    expect(engine.stun).toHaveLength(2);
    engine.clock.advance(1_000);
    engine.check({ ...CLIENT, port: 2 });
    expect(engine.stun).toHaveLength(3);
  });

  test('of the client are limited, too', () => {
    const engine = new Engine();
    for (let sent = 0; sent < 1_000; sent++) engine.check();
    expect(engine.stun).toHaveLength(201);
  });

  test('open few new addresses at a time, though the password is right', () => {
    const engine = new Engine();
    for (let port = 1; port <= 100; port++) engine.check({ ...CLIENT, port });
    expect(engine.stun).toHaveLength(32);
  });
});

describe('the response to a check of the server', () => {
  const question = connectivityCheck(random, OURS);
  const id = question.toString('hex', 8, 20);
  const answer = (password = THEIRS): Buffer => connectivityAnswer(question, 1, password);

  /** True if it reaches the engine. */
  const isTaken = (data: Buffer, { isAsked = true, source = CLIENT } = {}): boolean => {
    const engine = new Engine();
    engine.check();
    if (isAsked) engine.transactions[id] = {};
    const before = engine.inbound.authenticated;
    engine.receive(data, source);
    expect(engine.inbound.authenticated - before).toBe(engine.stun.length - 1);
    return engine.stun.length > 1;
  };

  test('is taken from the client that was asked', () => {
    expect(isTaken(answer())).toBe(true);
  });

  test('is not taken from another address, with another password, or without a question', () => {
    expect(isTaken(answer(), { source: STRANGER })).toBe(false);
    expect(isTaken(answer('guessed'))).toBe(false);
    expect(isTaken(hex(`01010000 2112a442 ${id}`))).toBe(false);
    expect(isTaken(answer(), { isAsked: false })).toBe(false);
  });
});

describe('DTLS', () => {
  const CLEAR = hex('16fefd 0000 000000000000 0010 01000004 0000 000000 000004 00000000');
  const ENCRYPTED = hex(`16fefd 0001 000000000000 0020 ${'00'.repeat(32)}`);
  const ALERT = hex(`15fefd 0001 000000000000 001a ${'00'.repeat(26)}`);
  const FINISHED = hex(`14 00000c 0005 000000 00000c ${'00'.repeat(12)}`);

  /** True if it reaches the engine. */
  const isTaken = (data: Buffer, state: EngineState, source = CLIENT): boolean => {
    const engine = new Engine(state);
    engine.check();
    engine.receive(data, source);
    return engine.dtls.length > 0;
  };

  test('of a handshake is taken from the client alone, and until it is done', () => {
    expect(isTaken(CLEAR, {})).toBe(true);
    expect(isTaken(CLEAR, {}, STRANGER)).toBe(false);
    expect(isTaken(CLEAR, { isConnected: true })).toBe(false);
  });

  test('that is encrypted is taken only if the client wrote it, and is the end of a handshake', () => {
    expect(isTaken(ENCRYPTED, { plain: FINISHED })).toBe(true);
    expect(isTaken(ENCRYPTED, {})).toBe(false);
    expect(isTaken(ENCRYPTED, { plain: hex('01 000004 0005 000000 000004 00000000') })).toBe(false);
  });

  test('alerts are taken only if the client wrote them', () => {
    expect(isTaken(ALERT, { isConnected: true, plain: hex('0100') })).toBe(true);
    expect(isTaken(ALERT, { isConnected: true })).toBe(false);
    expect(isTaken(hex('15fefd 0000 000000000000 0002 0100'), {})).toBe(false);
  });

  test('of a handshake is limited in records a second and in all bytes', () => {
    const engine = new Engine();
    engine.check();
    for (let sent = 0; sent < 200; sent++) engine.receive(CLEAR);
    expect(engine.dtls).toHaveLength(60);
    for (let sent = 0; sent < 10_000; sent++) {
      engine.clock.advance(1_000);
      engine.receive(CLEAR);
    }
    const bytes = engine.dtls.reduce((sum, { length }) => sum + length, 0);
    expect(bytes).toBeLessThanOrEqual(131_072);
    engine.clock.advance(1_000);
    engine.receive(CLEAR);
    expect(engine.dtls.reduce((sum, { length }) => sum + length, 0)).toBe(bytes);
  });
});
