import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { startTestServer, WireClient } from '../testing/harness.js';
import { MemoryWebhookStore } from '../testing/memory-webhooks.js';
import { toOutgoing, type EventConference, type WebhookEvent } from './events.js';
import { DELIVERY_TIMEOUT_MS, Webhooks } from './webhooks.js';

const SECRET = 'a secret shared with the receiver';
const ROOM = { id: 'LC1', appKey: 'lectern#demo', roomName: 'maths', type: 10 };
const OTHER = { ...ROOM, id: 'LC2', roomName: 'music' };

interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** The operator's program: a real HTTP server with configurable answers. */
class Receiver {
  readonly deliveries: Delivery[] = [];
  answer: (response: ServerResponse, delivery: Delivery) => void = (response) => void response.writeHead(204).end();
  #server: Server | undefined;

  async listen(port = 0): Promise<void> {
    const server = createServer((request, response) => void this.#take(request, response));
    this.#server = server;
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  }

  get port(): number {
    const address = this.#server?.address() as AddressInfo | undefined;
    return address?.port ?? 0;
  }

  get types(): string[] {
    return this.deliveries.map(({ type }) => type);
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((done) => this.#server?.close(done));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = JSON.parse(text) as Pick<Delivery, 'id' | 'type' | 'data'>;
    const delivery = { ...body, headers: request.headers, text };
    this.deliveries.push(delivery);
    this.answer(response, delivery);
  }
}

let receiver: Receiver;
let clock: FakeClock;
let store: MemoryWebhookStore;
let warnings: string[];
let dropped: unknown[];
const open: Webhooks[] = [];

const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });

const start = async (more: { maxQueue?: number; retentionMs?: number } = {}): Promise<Webhooks> => {
  const url = `http://127.0.0.1:${receiver.port}/hook`;
  const settings = { url, secret: SECRET, retentionMs: 3_600_000, maxQueue: 100, ...more };
  const webhooks = new Webhooks(settings, { store, clock, log, dropped: (...told) => dropped.push(told) });
  open.push(webhooks);
  await webhooks.start();
  return webhooks;
};

let eventCount = 0;

/** Stores an event with the fact that it reports. */
const happens = async (webhooks: Webhooks, conference: EventConference, event: WebhookEvent): Promise<void> => {
  await store.append(toOutgoing({ conference, event, id: `EV${(eventCount += 1)}`, at: clock.now(), isQueued: true }));
  webhooks.wake(conference.id);
};

const arrived = (count: number): Promise<void> =>
  vi.waitFor(() => expect(receiver.deliveries.length).toBeGreaterThanOrEqual(count));
/**
 * Waits until this many deliveries have failed, and the pause after the last one has begun beside the trimming
 * interval.
 */
const failed = (count: number): Promise<void> =>
  vi.waitFor(() => expect([warnings.length >= count, clock.pending]).toEqual([true, 2]));

beforeEach(async () => {
  receiver = new Receiver();
  clock = new FakeClock();
  store = new MemoryWebhookStore();
  warnings = [];
  dropped = [];
  await receiver.listen();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((webhooks) => webhooks.stop()));
  await receiver.close();
});

describe('webhooks', () => {
  it('arrive signed, with an id of their own, and are forgotten then', async () => {
    const webhooks = await start();
    await happens(webhooks, ROOM, { type: 'conference.started' });
    await arrived(1);
    const [delivery] = receiver.deliveries;
    const timestamp = String(delivery?.headers['lectern-webhook-timestamp']);
    const expected = createHmac('sha256', SECRET).update(`${timestamp}.${delivery?.text}`).digest('hex');
    expect(delivery?.headers['lectern-webhook-signature']).toBe(`v1=${expected}`);
    expect(delivery?.headers['lectern-webhook-id']).toBe(delivery?.id);
    expect(Number(timestamp)).toBe(Math.floor(clock.now() / 1000));
    expect(JSON.parse(delivery?.text ?? '')).toMatchObject({
      type: 'conference.started',
      createdAt: clock.now(),
      conference: ROOM,
      data: {},
    });
    await vi.waitFor(async () => expect(await store.waiting()).toEqual([]));
  });

  it('are sent again, later and later, until they are taken: the same event, in order', async () => {
    const webhooks = await start();
    receiver.answer = (response) => void response.writeHead(receiver.deliveries.length < 3 ? 500 : 200).end();
    await happens(webhooks, ROOM, { type: 'conference.started' });
    await happens(webhooks, ROOM, { type: 'conference.ended' });
    await failed(1);
    clock.advance(999);
    expect(receiver.deliveries).toHaveLength(1);
    clock.advance(1);
    await arrived(2);
    await failed(2);
    clock.advance(2_000);
    await arrived(4);
    expect(receiver.types).toEqual([...Array<string>(3).fill('conference.started'), 'conference.ended']);
    expect(new Set(receiver.deliveries.slice(0, 3).map(({ id }) => id)).size).toBe(1);
  });

  it('of one conference do not wait for those of another', async () => {
    const webhooks = await start();
    receiver.answer = (response, { text }) => void response.writeHead(text.includes('music') ? 200 : 503).end();
    await happens(webhooks, ROOM, { type: 'conference.started' });
    await failed(1);
    await happens(webhooks, OTHER, { type: 'conference.started' });
    await arrived(2);
    await vi.waitFor(async () => expect(await store.waiting()).toEqual([ROOM.id]));
  });

  it('that get no answer are given up after ten seconds and sent again', async () => {
    const webhooks = await start();
    receiver.answer = (response) => void (receiver.deliveries.length > 1 && response.writeHead(200).end());
    await happens(webhooks, ROOM, { type: 'conference.started' });
    await arrived(1);
    clock.advance(DELIVERY_TIMEOUT_MS - 1);
    expect(receiver.deliveries).toHaveLength(1);
    clock.advance(1);
    await failed(1);
    clock.advance(1_000);
    await arrived(2);
    await vi.waitFor(async () => expect(await store.waiting()).toEqual([]));
  });

  it('do not follow a redirect, which is no receipt', async () => {
    const webhooks = await start();
    receiver.answer = (response) => void response.writeHead(302, { location: '/elsewhere' }).end();
    await happens(webhooks, ROOM, { type: 'conference.started' });
    await failed(1);
    expect(receiver.deliveries).toHaveLength(1);
    expect(await store.waiting()).toEqual([ROOM.id]);
  });

  it('wait for a receiver that is not there, over the end of the server', async () => {
    const { port } = receiver;
    await receiver.close();
    const first = new Webhooks(
      { url: `http://127.0.0.1:${port}/hook`, secret: SECRET, retentionMs: 3_600_000, maxQueue: 100 },
      { store, clock, log },
    );
    await happens(first, ROOM, { type: 'conference.started' });
    await happens(first, ROOM, { type: 'conference.ended' });
    await failed(1);
    await first.stop();
    await receiver.listen(port);
    await start();
    await arrived(2);
    expect(receiver.types).toEqual(['conference.started', 'conference.ended']);
  });

  it('that nobody takes are dropped when they are too old or too many, the oldest first', async () => {
    receiver.answer = (response) => void response.writeHead(500).end();
    const webhooks = await start({ maxQueue: 2 });
    for (const type of ['conference.started', 'conference.ended', 'conference.started'] as const) {
      await happens(webhooks, ROOM, { type });
    }
    await failed(1);
    clock.advance(60_000);
    await vi.waitFor(async () => expect((await store.oldest(ROOM.id))?.body).toContain('conference.ended'));
    await vi.waitFor(() => expect(dropped).toEqual([[1, 'undelivered']]));
    clock.advance(3_600_000);
    await vi.waitFor(async () => expect(await store.waiting()).toEqual([]));
    await vi.waitFor(() => expect(dropped.slice(1)).toEqual([[2, 'undelivered']]));
  });
});

describe('a conference', () => {
  it('tells of its beginning, of who comes and goes, and of its end', async () => {
    const { server, ticket } = await startTestServer({
      WEBHOOK_URL: `http://127.0.0.1:${receiver.port}/hook`,
      WEBHOOK_SECRET: SECRET,
    });
    const alice = await WireClient.enter(await ticket('alice', 'maths'));
    const bob = await WireClient.enter(await ticket('bob', 'maths'), { nickName: 'Bob' });
    await bob.client.request({ op: 201, reason: 0 });
    await alice.client.request({ op: 204 });
    await arrived(6);
    expect(receiver.types).toEqual([
      'conference.started',
      'member.joined',
      'member.joined',
      'member.left',
      'member.left',
      'conference.ended',
    ]);
    expect(receiver.deliveries.map(({ data }) => data)).toMatchObject([
      {},
      { memId: alice.response.memId, memName: 'lectern#demo_alice', role: 7 },
      { memId: bob.response.memId, nickName: 'Bob', role: 3 },
      { memId: bob.response.memId, reason: 0 },
      { memId: alice.response.memId },
      {},
    ]);
    expect(JSON.parse(receiver.deliveries[0]?.text ?? '')).toMatchObject({ conference: { roomName: 'maths' } });
    await server.close();
  });
});
