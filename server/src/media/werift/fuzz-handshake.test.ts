import { createSocket } from 'node:dgram';
import { afterAll, expect, test, vi } from 'vitest';
import { systemClock } from '@lectern/kit/clock';
import { classify } from '../packet-filter/index.js';
import { generate, mutate } from '../packet-filter/testing/generators.js';
import { Random } from '../packet-filter/testing/random.js';
import { Forwarder } from './forward/forwarder.js';
import { TestPublisher } from './testing/peers.js';

// `npm run fuzz` has more clients; FUZZ_SEED repeats a run, and the name of the test contains the seed.
const { FUZZ_RUNS = '0', FUZZ_SEED } = process.env;
const CLIENTS = 10 + Number(FUZZ_RUNS) / 400;
const SEED = Number(FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 32));
const HOST = '127.0.0.1';

const failures: string[] = [];
const forwarder = new Forwarder(
  {
    clock: systemClock,
    addresses: () => [HOST],
    listenAddress: HOST,
    ports: undefined,
    log: (message, cause) => failures.push(`${message}: ${String(cause)}`),
  },
  () => undefined,
);
afterAll(() => forwarder.close());

type Change = (datagram: Buffer) => readonly Buffer[];

/** A client whose handshake passes through a relay. */
class RelayedClient {
  readonly #peer = new TestPublisher();
  readonly #relay = createSocket('udp4');
  #port = 0;
  /** Datagrams of the server's side of the handshake. */
  answers = 0;

  async begin(index: number, change: Change): Promise<void> {
    const ids = { roomId: 'room', sourceId: `s${index}`, transportId: `t${index}` };
    const offering = { ...ids, offer: await this.#peer.offer(), videoCodecs: ['VP8'] };
    const { answer } = await forwarder.publish(offering, index);
    const server = Number(/^a=candidate:\S+ 1 udp \d+ \S+ (\d+) /m.exec(answer)?.[1]);
    this.#relay.on('message', (datagram, { port }) => {
      const isDtls = classify(datagram) === 'dtls';
      if (port === server) {
        if (isDtls) this.answers++;
        if (this.#port !== 0) this.#relay.send(datagram, this.#port, HOST);
        return;
      }
      this.#port = port;
      for (const changed of isDtls ? change(datagram) : [datagram]) this.#relay.send(changed, server, HOST);
    });
    await new Promise<void>((resolve) => this.#relay.bind(0, HOST, resolve));
    await this.#peer.accept(answer.replaceAll(` ${server} typ`, ` ${this.#relay.address().port} typ`));
  }

  get isConnected(): boolean {
    return this.#peer.state === 'connected';
  }

  async close(): Promise<void> {
    await this.#peer.close();
    this.#relay.close();
  }
}

/** The datagram with other contents in place of some bytes behind its first record and message header. */
function overwritten(datagram: Buffer, random: Random): Buffer {
  const HEADERS = 25;
  const changed = Buffer.from(datagram);
  for (let count = 0; count < 3; count++) {
    const at = HEADERS + random.below(Math.max(1, changed.length - HEADERS));
    if (at < changed.length) changed[at] = random.below(256);
  }
  return changed;
}

const broken =
  (random: Random): Change =>
  (datagram) =>
    random.pick<Change>([
      () => [],
      () => [datagram],
      () => [datagram, datagram],
      () => [mutate(datagram, random)],
      () => [mutate(datagram, random), datagram],
      () => [overwritten(datagram, random)],
      () => [generate('dtls', random), datagram],
    ])(datagram);

test(`clients that break their handshakes break nothing else (seed ${SEED})`, async () => {
  const random = new Random(SEED);
  const clients = Array.from({ length: CLIENTS }, () => new RelayedClient());
  await Promise.all(clients.map((client, index) => client.begin(index + 1, broken(random))));
  await vi.waitUntil(() => clients.some(({ answers }) => answers > 0), { timeout: 60_000 });
  const good = new RelayedClient();
  await good.begin(CLIENTS + 1, (datagram) => [datagram]);
  await vi.waitUntil(() => good.isConnected, { timeout: 60_000 });
  await Promise.all([...clients, good].map((client) => client.close()));
  // A handshake that was broken may fail, which is logged and concerns its client alone.
  expect(failures.filter((failure) => !failure.startsWith('transport failed to connect: '))).toEqual([]);
});
