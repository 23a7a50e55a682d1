import type { Socket } from 'node:dgram';
import { rewriteCandidate, rewriteSdp, type Endpoint } from './candidates.js';
import { Channel, type ChannelCounts, type Impairment } from './channel.js';
import { SeededRandom } from './random.js';
import { bindUdp, closeUdp } from './udp.js';

export interface MediaRelayOptions {
  /** Chance repeats itself for a seed, apart in each direction; 1 unless given. */
  readonly seed?: number;
  /** Time without packets after which a port is closed; 60 s by default. */
  readonly idleMs?: number;
  /** Client to server. */
  readonly up?: Impairment;
  /** Server to client. */
  readonly down?: Impairment;
}

/** One relay port in front of one server endpoint. */
interface Port {
  readonly socket: Socket;
  /** By client address and port: the socket that represents this client towards the server. */
  readonly clients: Map<string, Promise<Socket>>;
  /** Time of the last packet, from either side. */
  usedAt: number;
}

/** Time without packets after which a port is closed, in ms. Live peers check each other every few seconds. */
const IDLE_MS = 60_000;

/**
 * A UDP relay between a client and the media server. Each server endpoint gets a port of the relay, put into the
 * candidates that the client is given; each client endpoint gets a socket towards the server, as behind a NAT.
 */
export class MediaRelay {
  readonly #ports = new Map<string, Promise<Port>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #idleMs: number;
  readonly #sweeping: NodeJS.Timeout;
  readonly #up: Channel;
  readonly #down: Channel;
  #isClosed = false;
  /** Source address of packets that pass during an outage. */
  #exempt: string | undefined;

  constructor(options: MediaRelayOptions = {}) {
    const random = new SeededRandom(options.seed ?? 1);
    this.#up = new Channel(random.fork(1));
    this.#down = new Channel(random.fork(2));
    this.impair(options);
    this.#idleMs = options.idleMs ?? IDLE_MS;
    this.#sweeping = setInterval(() => void this.#closeIdle(), this.#idleMs / 4).unref();
  }

  /** Server endpoints that have a port of the relay now. */
  get openPorts(): number {
    return this.#ports.size;
  }

  /** Packet counts so far, by direction. */
  get counts(): { readonly up: ChannelCounts; readonly down: ChannelCounts } {
    return { up: this.#up.counts, down: this.#down.counts };
  }

  /** Replaces the impairment of both directions; an absent one is off. */
  impair(impairment: { readonly up?: Impairment; readonly down?: Impairment }): void {
    this.#up.impair(impairment.up ?? {});
    this.#down.impair(impairment.down ?? {});
  }

  /**
   * Loses everything both ways until {@link endOutage}.
   *
   * @param except address of clients that are spared, such as a TURN server
   */
  startOutage(except?: string): void {
    this.#exempt = except;
    this.#up.setOutage(true);
    this.#down.setOutage(true);
  }

  endOutage(): void {
    this.#up.setOutage(false);
    this.#down.setOutage(false);
  }

  /** From now on the server receives the packets of all clients from other ports, as from behind a NAT that binds anew. */
  changeClientPorts(): void {
    for (const opening of this.#ports.values()) void opening.then(forgetClients);
  }

  /**
   * The relay's endpoint for a server endpoint, on the same address; calls with the same endpoint return the same port.
   */
  readonly relayFor = async (server: Endpoint): Promise<Endpoint> => {
    const key = `${server.address} ${server.port}`;
    let port = this.#ports.get(key);
    if (port === undefined) {
      port = this.#open(server);
      this.#ports.set(key, port);
    }
    const open = await port;
    open.usedAt = performance.now();
    return { address: server.address, port: open.socket.address().port };
  };

  /** The server's SDP with the relay's endpoints in the place of the server's. */
  rewriteSdp(sdp: string): Promise<string> {
    return rewriteSdp(sdp, this.relayFor);
  }

  /** A candidate of the server with the relay's endpoint. */
  rewriteCandidate(candidate: string): Promise<string> {
    return rewriteCandidate(candidate, this.relayFor);
  }

  /** Releases all ports; packets in flight are lost. Idempotent. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#sweeping);
    for (const timer of this.#timers) clearTimeout(timer);
    for (const opening of this.#ports.values()) await closePort(await opening);
  }

  /** Rebuilt and ended connections leave their ports behind. */
  async #closeIdle(): Promise<void> {
    for (const [key, opening] of this.#ports) {
      const port = await opening;
      if (this.#isClosed || performance.now() - port.usedAt < this.#idleMs) continue;
      this.#ports.delete(key);
      await closePort(port);
    }
  }

  async #open(server: Endpoint): Promise<Port> {
    const port: Port = { socket: await bindUdp(server.address), clients: new Map(), usedAt: performance.now() };
    port.socket.on('message', (packet, from) => {
      port.usedAt = performance.now();
      const key = `${from.address} ${from.port}`;
      let client = port.clients.get(key);
      if (client === undefined) {
        client = this.#openClient(port, server, { address: from.address, port: from.port });
        port.clients.set(key, client);
      }
      const towards = client;
      const deliver = (): void => {
        void towards.then((socket) => this.#send(socket, packet, server));
      };
      if (from.address === this.#exempt) deliver();
      else this.#pass(this.#up, packet, deliver);
    });
    return port;
  }

  async #openClient(port: Port, server: Endpoint, client: Endpoint): Promise<Socket> {
    const socket = await bindUdp(server.address);
    socket.on('message', (packet) => {
      port.usedAt = performance.now();
      const deliver = (): void => this.#send(port.socket, packet, client);
      if (client.address === this.#exempt) deliver();
      else this.#pass(this.#down, packet, deliver);
    });
    return socket;
  }

  #send(socket: Socket, packet: Buffer, to: Endpoint): void {
    if (this.#isClosed) return;
    try {
      // If the peer has gone, the kernel reports errors, which a network would treat as loss.
      socket.send(packet, to.port, to.address, () => undefined);
    } catch {
      // The port was idle and is closed, so packets in flight to it are lost as well.
    }
  }

  #pass(channel: Channel, packet: Buffer, deliver: () => void): void {
    const now = performance.now();
    for (const arrival of channel.admit(packet.length, now)) {
      if (arrival <= now) {
        deliver();
        continue;
      }
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        deliver();
      }, arrival - now);
      this.#timers.add(timer);
    }
  }
}

const forgetClients = async ({ clients }: Port): Promise<void> => {
  const former = [...clients.values()];
  clients.clear();
  for (const client of former) await closeUdp(await client);
};

const closePort = async ({ socket, clients }: Port): Promise<void> => {
  await closeUdp(socket);
  for (const client of clients.values()) await closeUdp(await client);
};
