import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * A proxy to a database that can stop forwarding: clients then see a database whose processes are stopped, with open
 * connections that are never answered.
 */
export class StallingProxy {
  readonly #port: number;
  readonly #pairs = new Map<Socket, Socket>();
  #isStalled = false;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    this.#port = (server.address() as AddressInfo).port;
    server.on('connection', (client) => this.#join(client));
  }

  static async open(url: string): Promise<StallingProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StallingProxy(server, new URL(url));
  }

  /** Address of the database through the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  stall(): void {
    this.#isStalled = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  /** Forwards the data held back meanwhile. */
  resume(): void {
    this.#isStalled = false;
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  /** Ends all connections and refuses new ones, as a database whose machine was restarted. */
  async refuse(): Promise<void> {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Accepts connections again, on the same port. */
  async accept(): Promise<void> {
    this.server.listen(this.#port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async close(): Promise<void> {
    if (this.server.listening) await this.refuse();
  }

  #join(client: Socket): void {
    const database = connect(Number(this.target.port), this.target.hostname);
    this.#pairs.set(client, database);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      from.on('data', (chunk: Buffer) => void to.write(chunk));
      from.on('error', () => undefined);
      from.once('close', () => {
        this.#pairs.delete(client);
        to.destroy();
      });
      if (this.#isStalled) from.pause();
    }
  }
}
