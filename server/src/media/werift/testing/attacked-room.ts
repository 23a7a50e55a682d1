import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RTCDtlsTransport } from 'werift';
import { type Clock, systemClock } from '@lectern/kit/clock';
import { readSrtpHeader, readStun } from '../../packet-filter/index.js';
import { connectivityAnswer, connectivityCheck, type Target } from '../../packet-filter/testing/generators.js';
import { Random } from '../../packet-filter/testing/random.js';
import { Forwarder } from '../forward/forwarder.js';
import { TestPublisher, TestSubscriber, vp8Payload } from './peers.js';

const TAG_BYTES = 16;
const RECORDING_BYTES = 100_000_000;

/** A clock that a test can advance while the machine's timers go on. */
class HurriedClock implements Clock {
  #ahead = 0;
  readonly after = systemClock.after;
  readonly every = systemClock.every;

  now(): number {
    return systemClock.now() + this.#ahead;
  }

  hurry(ms: number): void {
    this.#ahead += ms;
  }
}

interface LocalSrtp {
  readonly localContext: {
    readonly cipher: { encryptRtp(header: object, payload: Buffer, rollover: number): Buffer };
  };
}

/** One transport of a room, as seen by an attacker who is a member. */
export class AttackedTransport {
  #index = 0;

  constructor(
    /** The socket at the server's end. */
    private readonly socket: Socket,
    private readonly dtls: RTCDtlsTransport,
    readonly facts: Required<Target>,
    /** ICE password of the client. */
    readonly clientPassword: string,
  ) {}

  /** Injects a datagram as the socket would; returns the CPU time used, in ms, which other load does not affect. */
  receive(packet: Buffer, source: { readonly address: string; readonly port: number }): number {
    const before = process.cpuUsage();
    this.socket.emit('message', packet, { ...source, family: 'IPv4', size: packet.length });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  }

  /** The packet with a valid tag and a new number, so that it is parsed. */
  sealRtp(plain: Buffer): Buffer {
    const padded = Buffer.concat([plain, Buffer.alloc(TAG_BYTES)]);
    const split = readSrtpHeader(padded, TAG_BYTES)?.payloadOffset;
    if (split === undefined) return padded;
    this.#index++;
    const header = Buffer.from(plain.subarray(0, split));
    header.writeUInt16BE(this.#index & 0xffff, 2);
    const rollover = Math.floor(this.#index / 0x1_0000);
    const numbers = { ssrc: header.readUInt32BE(8), sequenceNumber: this.#index & 0xffff };
    const { cipher } = (this.dtls.srtp as unknown as LocalSrtp).localContext;
    return cipher.encryptRtp({ ...numbers, serialize: () => header }, plain.subarray(split), rollover);
  }

  /** The compound packet with a valid tag and a new index. */
  sealRtcp(plain: Buffer): Buffer {
    return plain.length < 8 ? plain : this.dtls.srtcp.encrypt(plain);
  }
}

/**
 * A mixed and recorded publisher, and a subscriber, on a forwarder in this process, whose sockets accept injected
 * packets.
 */
export class AttackedRoom {
  readonly clock = new HurriedClock();
  readonly failures: unknown[] = [];
  readonly #alice = new TestPublisher();
  readonly #bob = new TestSubscriber();
  readonly #sockets: Socket[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'lectern-attacked-'));
  readonly #forwarder = new Forwarder(
    {
      clock: this.clock,
      addresses: () => ['127.0.0.1'],
      listenAddress: '127.0.0.1',
      ports: undefined,
      log: (message, cause) => this.failures.push(cause ?? message),
    },
    () => undefined,
  );
  /** Receives the packets to the attacker, so that no other socket does. */
  readonly #sink = createSocket('udp4').on('message', (packet, { port }) => this.#answerCheck(packet, port));
  /** Passwords of the clients, by the server's port. */
  readonly #passwords = new Map<number, string>();

  /** A source address that the attacker may use. */
  get attacker(): { readonly address: string; readonly port: number } {
    return this.#sink.address();
  }

  /** Both transports, connected, once media flow. */
  async open(): Promise<AttackedTransport[]> {
    const note = (message: unknown): void => void this.#sockets.push((message as { socket: Socket }).socket);
    subscribe('udp.socket', note);
    try {
      await new Promise<void>((resolve) => this.#sink.bind(0, '127.0.0.1', resolve));
      const ids = { roomId: 'room', sourceId: 's' };
      const offer = await this.#alice.offer();
      this.#forwarder.openMix('mix');
      const publishing = { ...ids, transportId: 'a', offer, videoCodecs: ['VP8'], mix: { mixId: 'mix', csrc: 1 } };
      const published = await this.#forwarder.publish(publishing, 1);
      await this.#alice.accept(published.answer);
      const watching = {
        ...ids,
        transportId: 'b',
        offer: await this.#bob.offer(),
        wanted: { audio: true, video: true },
      };
      const subscribed = await this.#forwarder.subscribe(watching, 2);
      await this.#bob.accept(subscribed.answer);
      const file = join(this.#folder, 'recording.webm');
      await this.#forwarder.startRecording({ ...ids, recordingId: 'r', file, maxBytes: RECORDING_BYTES });
      while (this.#bob.video.length < 3) await this.sendPicture();
      const transports = [
        this.#transport(published.answer, offer, this.#alice.dtls),
        this.#transport(subscribed.answer, watching.offer, this.#bob.dtls),
      ];
      for (const transport of transports) {
        transport.receive(connectivityCheck(new Random(1), transport.facts), this.attacker);
      }
      return transports;
    } finally {
      unsubscribe('udp.socket', note);
    }
  }

  /** Number of RTP and RTCP packets accepted so far. */
  get accepted(): number {
    return this.#forwarder.stats().reduce((sum, { packetsIn }) => sum + packetsIn, 0);
  }

  /** Number of keyframes that the publisher was asked for. */
  get keyframesAsked(): number {
    return this.#alice.keyframeRequests;
  }

  /** Waits until media reach the subscriber; rejects if they do not. */
  async stillFlows(): Promise<void> {
    const before = this.#bob.audio.length;
    while (this.#bob.audio.length < before + 3) await this.sendPicture();
  }

  async close(): Promise<void> {
    await Promise.all([this.#alice.close(), this.#bob.close(), this.#forwarder.close()]);
    this.#sink.close();
    rmSync(this.#folder, { recursive: true });
  }

  /** Sends one frame and some audio. */
  async sendPicture(): Promise<void> {
    this.#alice.send('audio', Buffer.from('sound'));
    this.#alice.send('video', vp8Payload(true, 'picture'));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Answers the server's checks, since a transport whose client does not is closed after 30 s. */
  #answerCheck(packet: Buffer, port: number): void {
    const password = this.#passwords.get(port);
    if (password === undefined || readStun(packet)?.type !== 'request') return;
    this.#sink.send(connectivityAnswer(packet, port, password), port, '127.0.0.1');
  }

  #transport(answer: string, offer: string, dtls: RTCDtlsTransport): AttackedTransport {
    const fact = (pattern: RegExp, sdp = answer): string => pattern.exec(sdp)?.[1] ?? '';
    const port = Number(fact(/^a=candidate:\S+ 1 udp \d+ \S+ (\d+) /m));
    const socket = this.#sockets.find((entry) => isBoundTo(entry, port));
    if (socket === undefined) throw new Error(`no socket is bound to ${port}`);
    const ssrcs = [...answer.matchAll(/^a=ssrc:(\d+) /gm)].map((match) => Number(match[1]));
    const [ufrag, password] = [fact(/^a=ice-ufrag:(\S+)/m), fact(/^a=ice-pwd:(\S+)/m)];
    const clientPassword = fact(/^a=ice-pwd:(\S+)/m, offer);
    this.#passwords.set(port, clientPassword);
    return new AttackedTransport(socket, dtls, { ufrag, password, ssrcs }, clientPassword);
  }
}

function isBoundTo(socket: Socket, port: number): boolean {
  try {
    return socket.address().port === port;
  } catch {
    return false;
  }
}
