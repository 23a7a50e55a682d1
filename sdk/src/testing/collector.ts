import type { FakePlatform } from './platform.js';
import type { FakeSocket } from './socket.js';

/** A record as it came. */
export type CollectedRecord = Readonly<Record<string, unknown>>;

/** The server's side of the quality upload: it keeps what it gets, and acknowledges it where it is told to. */
export class FakeCollector {
  /** Every frame, in the order of arrival. */
  readonly frames: string[] = [];
  /** Sockets of the upload, in order. */
  readonly sockets: FakeSocket[] = [];
  acknowledges = false;
  #highest = 0;

  constructor(platform: FakePlatform) {
    const { sockets } = platform;
    const { onSocket } = sockets;
    sockets.onSocket = (socket) => {
      if (!socket.url.includes('access_token=')) {
        onSocket?.(socket);
        return;
      }
      this.sockets.push(socket);
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

  #receive(socket: FakeSocket, text: string): void {
    this.frames.push(text);
    const { counterId } = JSON.parse(text) as { readonly counterId: number };
    this.#highest = Math.max(this.#highest, counterId);
    if (this.acknowledges) socket.serverSend(JSON.stringify({ ack: this.#highest }));
  }
}
