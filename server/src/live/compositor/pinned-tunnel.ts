import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const MAX_REQUEST_BYTES = 4_096;
const OPENING_TIMEOUT_MS = 10_000;
const LOOPBACK = '127.0.0.1';

export interface TunnelTarget {
  /** Name that the client requests. */
  readonly host: string;
  readonly port: number;
  /** The IP address of the connection, whatever the name resolves to by now. */
  readonly address: string;
}

/**
 * An HTTP proxy on the loopback interface for one target: CONNECT to its name connects to its address, anything else is
 * refused. TLS stays end to end, so that the client sends and verifies the name.
 */
export class PinnedTunnel {
  readonly #target: TunnelTarget;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(target: TunnelTarget) {
    this.#target = target;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  /** @throws {Error} when no port can be opened */
  static async open(target: TunnelTarget): Promise<PinnedTunnel> {
    const tunnel = new PinnedTunnel(target);
    await new Promise<void>((resolve, reject) => {
      tunnel.#server.once('error', reject).listen(0, LOOPBACK, resolve);
    });
    return tunnel;
  }

  /** `http://127.0.0.1:<port>` */
  get proxyUrl(): string {
    return `http://${LOOPBACK}:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Closes the port and every connection. Idempotent. */
  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setNoDelay();
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #serve(client: Socket): void {
    this.#track(client);
    client.setTimeout(OPENING_TIMEOUT_MS, () => client.destroy());
    // Node closes a connection that fails; both ends are notified by that.
    client.on('error', () => undefined);
    let request = Buffer.alloc(0);
    const read = (chunk: Buffer): void => {
      request = Buffer.concat([request, chunk]);
      const end = request.indexOf('\r\n\r\n');
      if (end === -1 && request.length <= MAX_REQUEST_BYTES) return;
      client.off('data', read);
      const { host, port } = this.#target;
      const isWanted = end !== -1 && request.toString('latin1').startsWith(`CONNECT ${host}:${port} HTTP/1.`);
      if (!isWanted) return void client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      client.pause();
      this.#join(client, request.subarray(end + 4));
    };
    client.on('data', read);
  }

  #join(client: Socket, first: Buffer): void {
    const { address, port } = this.#target;
    const remote = connect({ host: address, port });
    this.#track(remote);
    remote.once('connect', () => {
      client.setTimeout(0);
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      remote.write(first);
      client.pipe(remote).pipe(client);
    });
    remote.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    remote.once('close', () => client.destroySoon());
    client.once('close', () => remote.destroy());
  }
}
