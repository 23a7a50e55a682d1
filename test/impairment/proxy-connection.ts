import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import { FramePipe, type Flow } from './frame-pipe.js';
import type { Direction } from './frames.js';

export type ConnectionState = 'connecting' | 'open' | 'closed';

/** Ways to cut a connection: with a close frame, or without one by FIN or by RST. */
export type Cut = { readonly code: number; readonly reason?: string } | 'fin' | 'reset';

const NO_STATUS = 1005;
const ABNORMAL = 1006;

const toBuffer = (data: Buffer | ArrayBuffer | Buffer[]): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);

/** Ends one side in the same way as the other one ended. */
const endLike = (leg: WebSocket, code: number, reason: string): void => {
  if (code === ABNORMAL) leg.terminate();
  else if (code === NO_STATUS) leg.close();
  else leg.close(code, reason);
};

/** One client's connection through the proxy: two legs and a pipe for each direction. */
export class ProxyConnection {
  #state: ConnectionState = 'connecting';
  readonly #pipes: Readonly<Record<Direction, FramePipe>>;

  constructor(
    /** The path and query that the client requested. */
    readonly path: string,
    private readonly client: WebSocket,
    private readonly clientSocket: Duplex,
    private readonly server: WebSocket,
    flows: Readonly<Record<Direction, Flow>>,
    private readonly onClosed: (connection: ProxyConnection) => void,
  ) {
    this.#pipes = {
      toServer: new FramePipe('toServer', flows.toServer, (frame) =>
        this.server.send(frame.data, { binary: frame.isBinary }),
      ),
      toClient: new FramePipe('toClient', flows.toClient, (frame) =>
        this.client.send(frame.data, { binary: frame.isBinary }),
      ),
    };
    this.#join(client, server, this.#pipes.toServer);
    // The client may speak before the server's leg is open: it is read only from then on.
    client.pause();
    server.once('open', () => {
      if (this.#state === 'connecting') this.#state = 'open';
      client.resume();
    });
    this.#join(server, client, this.#pipes.toClient);
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Cuts both legs; the server's always by FIN unless a close code is given. */
  cut(how: Cut): void {
    if (typeof how === 'object') {
      this.client.close(how.code, how.reason);
      this.server.close(how.code, how.reason);
    } else {
      if (how === 'reset') (this.clientSocket as Socket).resetAndDestroy();
      else this.client.terminate();
      this.server.terminate();
    }
    this.#finish();
  }

  /** Sends a frame that the other side did not send, past all rules. */
  inject(direction: Direction, data: string | Buffer): void {
    (direction === 'toClient' ? this.client : this.server).send(data);
  }

  #join(from: WebSocket, to: WebSocket, pipe: FramePipe): void {
    from.on('message', (data, isBinary) => pipe.push(toBuffer(data), isBinary));
    from.on('ping', (data) => pipe.pushControl(() => void (to.readyState === WebSocket.OPEN && to.ping(data))));
    from.on('pong', (data) => pipe.pushControl(() => void (to.readyState === WebSocket.OPEN && to.pong(data))));
    // Errors are always followed by `close`, which is passed on.
    from.on('error', () => undefined);
    from.on('close', (code, reason) => {
      pipe.pushControl(() => {
        endLike(to, code, reason.toString());
        this.#finish();
      });
    });
  }

  #finish(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#pipes.toServer.close();
    this.#pipes.toClient.close();
    this.onClosed(this);
  }
}
