import { createSocket, type Socket } from 'node:dgram';
import { FrameAssembler, type CodedFrame } from './frames.js';
import { readPacket } from './rtp.js';
import { SoundLane } from './sound.js';
import { SourceClock } from './source-clock.js';
import { StreamViewer, type ViewerPorts } from './viewer.js';
import type { Tile } from './ipc.js';

const LOOPBACK = '127.0.0.1';
/** Delay of all media: must cover the network's jitter and the decoder's work. */
const DELAY_MS = 200;
const REFRESH_INTERVAL_MS = 300;
const RECEIVE_BUFFER_BYTES = 1024 * 1024;

/** One stream of the conference: a port for its packets, its audio, and its video where it is shown. */
export class StreamSource {
  readonly sound = new SoundLane();
  readonly #clock = new SourceClock(DELAY_MS);
  readonly #socket: Socket;
  #assembler = this.#newAssembler();
  #viewer: StreamViewer | undefined;
  #refreshedAt = -Infinity;

  /** @param opened receives the port on which packets arrive */
  constructor(
    private readonly ports: ViewerPorts,
    opened: (port: number) => void,
  ) {
    this.#socket = createSocket({ type: 'udp4', recvBufferSize: RECEIVE_BUFFER_BYTES });
    this.#socket.on('message', (bytes) => this.#receive(bytes));
    this.#socket.on('error', (error) => ports.log(`the socket of a stream failed: ${error.message}`));
    this.#socket.bind(0, LOOPBACK, () => opened(this.#socket.address().port));
  }

  get viewer(): StreamViewer | undefined {
    return this.#viewer;
  }

  /** Shows the stream in a tile, or hides it. */
  show(tile: Tile | undefined): void {
    if (tile === undefined) {
      this.#viewer?.close();
      this.#viewer = undefined;
      return;
    }
    if (this.#viewer === undefined) {
      this.#assembler = this.#newAssembler();
      this.#viewer = new StreamViewer(tile, { ...this.ports, refresh: () => this.#refresh() });
      this.#refresh();
    }
    this.#viewer.resize(tile);
    this.#viewer.setMuted(tile.isMuted);
  }

  close(): void {
    this.#viewer?.close();
    this.#socket.close();
  }

  #receive(bytes: Buffer): void {
    const packet = readPacket(bytes);
    if (packet === undefined) return;
    const now = this.ports.clock.now();
    if (packet.kind === 'report') return this.#clock.reported(packet.ssrc, packet.ntpMs, packet.timestamp);
    const kind = packet.codec === 'OPUS' ? 'audio' : 'video';
    const dueMs = this.#clock.arrived(kind, packet.ssrc, packet.timestamp, now);
    if (kind === 'audio') return this.sound.push(packet, dueMs);
    if (this.#viewer === undefined) return;
    this.#assembler.push(packet, now);
  }

  #newAssembler(): FrameAssembler {
    return new FrameAssembler(
      (frame: CodedFrame) => this.#viewer?.feed(frame, this.#clock.due('video', frame.timestamp)),
      () => this.#refresh(),
    );
  }

  #refresh(): void {
    const now = this.ports.clock.now();
    if (now - this.#refreshedAt < REFRESH_INTERVAL_MS) return;
    this.#refreshedAt = now;
    this.ports.refresh();
  }
}
