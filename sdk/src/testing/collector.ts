import type { FakePlatform } from './platform.js';
import type { FakeSocket } from './socket.js';

/** A received record. */
export type CollectedRecord = Readonly<Record<string, unknown>>;

/** The server's side of the quality upload: stores records, and acknowledges them if `acknowledges` is set. */
export class FakeCollector {
  /** Every frame, in the order of arrival. */
  readonly frames: string[] = [];
  /** Records that survive a restart: each once, in the order of arrival. */
  readonly stored = new Map<unknown, CollectedRecord>();
  /** Sockets of the upload, in order. */
  readonly sockets: FakeSocket[] = [];
  acknowledges = false;
  #isDatabaseAway = false;
  /** Records that are not on disk yet, in the order of arrival. */
  #memory: { readonly record: CollectedRecord; readonly socket: FakeSocket }[] = [];

  constructor(platform: FakePlatform) {
    const { sockets } = platform;
    const { onSocket } = sockets;
    sockets.onSocket = (socket) => {
      if (!socket.url.includes('access_token=')) {
        onSocket?.(socket);
        return;
      }
      this.sockets.push(socket);
      socket.onServerOpen = () => this.#acknowledge(socket, -1);
      socket.onServerText = (text) => this.#receive(socket, text);
    };
  }

  get records(): readonly CollectedRecord[] {
    return this.frames.map((frame) => JSON.parse(frame) as CollectedRecord);
  }

  /** Records of one event (wire-conference 6, type 2). */
  events(event: number): readonly CollectedRecord[] {
    return this.records.filter((record) => record.type === 2 && record.event === event);
  }

  /** While it is away records stay in memory, and none is acknowledged. */
  set isDatabaseAway(isAway: boolean) {
    this.#isDatabaseAway = isAway;
    if (!isAway) this.#store();
  }

  /** Drops records that are not on disk, and closes every socket. */
  restart(): void {
    this.#memory = [];
    for (const socket of this.sockets) socket.serverClose(1006);
  }

  #receive(socket: FakeSocket, text: string): void {
    this.frames.push(text);
    this.#memory.push({ record: JSON.parse(text) as CollectedRecord, socket });
    if (!this.#isDatabaseAway) this.#store();
  }

  #store(): void {
    for (const { record, socket } of this.#memory.splice(0)) {
      this.stored.set(record.counterId, record);
      this.#acknowledge(socket, Number(record.counterId));
    }
  }

  #acknowledge(socket: FakeSocket, counterId: number): void {
    if (this.acknowledges) socket.serverSend(JSON.stringify({ ack: counterId }));
  }
}
