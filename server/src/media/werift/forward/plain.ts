import { createSocket, type Socket } from 'node:dgram';
import type { MediaKinds } from '../../engine.js';
import { ForwardPayloadType } from '../../forward.js';
import type { CachedPacket } from '../rtp/cache.js';
import { senderReport } from '../rtp/rtcp.js';
import type { ClockMapping, Feed, Kind } from './feed.js';
import type { SourceTap } from './source.js';

const LOOPBACK = '127.0.0.1';
const HEADER_BYTES = 12;
const PAYLOAD_TYPES: ReadonlyMap<string, number> = new Map([
  ['OPUS', ForwardPayloadType.Opus],
  ['VP8', ForwardPayloadType.Vp8],
  ['H264', ForwardPayloadType.H264],
]);

/** Sends datagrams to ports of this machine; shared by all plain forwards of a worker. */
export class LoopbackSender {
  #socket: Socket | undefined;

  constructor(private readonly log: (message: string, cause?: unknown) => void) {}

  send(parts: readonly Buffer[], port: number): void {
    this.#socket ??= this.#open();
    // A missing receiver is no error of the sender: UDP packets are sent without acknowledgement.
    this.#socket.send(parts, port, LOOPBACK, () => undefined);
  }

  close(): void {
    this.#socket?.close();
    this.#socket = undefined;
  }

  #open(): Socket {
    const socket = createSocket('udp4');
    socket.on('error', (error) => this.log('the socket of plain forwards failed', error));
    socket.bind(0, LOOPBACK);
    socket.unref();
    return socket;
  }
}

interface Run {
  readonly identity: object;
  readonly ssrc: number;
  reported: ClockMapping | undefined;
  packets: number;
  octets: number;
}

/** A source as plain RTP to one port. */
export class PlainForward implements SourceTap {
  #needsKeyframe = true;
  #forwarded: MediaKinds = { audio: true, video: true };
  #nextSsrc = 1;
  readonly #runs = new Map<Kind, Run>();

  constructor(
    private readonly port: number,
    private readonly sender: Pick<LoopbackSender, 'send'>,
    private readonly onClosed: () => void,
  ) {}

  get needsKeyframe(): boolean {
    return this.#needsKeyframe && this.#forwarded.video;
  }

  /** The receiver needs a keyframe to go on. */
  refresh(): void {
    this.#needsKeyframe = true;
  }

  packet(feed: Feed, packet: CachedPacket, isKeyframe: boolean): void {
    const payloadType = PAYLOAD_TYPES.get(feed.codec.name);
    if (payloadType === undefined) return;
    if (feed.kind === 'video' && isKeyframe) this.#needsKeyframe = false;
    const run = this.#run(feed);
    run.packets++;
    run.octets += packet.payload.length;
    // Empty packets too: a missing number would count as lost.
    this.sender.send([header(run.ssrc, payloadType, packet), packet.payload], this.port);
    this.#report(feed, run);
  }

  forwarded(kinds: MediaKinds): void {
    // Frames after the mute depend on frames that were not forwarded.
    if (kinds.video && !this.#forwarded.video) this.#needsKeyframe = true;
    this.#forwarded = kinds;
  }

  closed(): void {
    this.onClosed();
  }

  #run(feed: Feed): Run {
    const known = this.#runs.get(feed.kind);
    if (known?.identity === feed.run) return known;
    if (feed.kind === 'video' && known !== undefined) this.#needsKeyframe = true;
    const run = { identity: feed.run, ssrc: this.#nextSsrc++, reported: undefined, packets: 0, octets: 0 };
    this.#runs.set(feed.kind, run);
    return run;
  }

  #report(feed: Feed, run: Run): void {
    const { mapping } = feed;
    if (mapping === undefined || mapping === run.reported) return;
    run.reported = mapping;
    const { ntp, rtpTimestamp } = mapping;
    const { ssrc, packets, octets } = run;
    this.sender.send([senderReport({ ssrc, ntp, rtpTimestamp, packets, octets })], this.port);
  }
}

function header(ssrc: number, payloadType: number, packet: CachedPacket): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes[0] = 0x80;
  bytes[1] = payloadType | (packet.marker ? 0x80 : 0);
  bytes.writeUInt16BE(packet.sequence & 0xffff, 2);
  bytes.writeUInt32BE(packet.timestamp >>> 0, 4);
  bytes.writeUInt32BE(ssrc, 8);
  return bytes;
}
