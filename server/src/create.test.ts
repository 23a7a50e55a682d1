import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LecternServer } from './lectern-server.js';
import { readConfig } from './config.js';
import { createLecternServer } from './create.js';
import type { PublishAnswer, PublishRequest, SubscribeAnswer, SubscribeRequest } from './media/engine.js';
import { FolderInUseError } from '@lectern/kit/lifecycle';
import { FakeEngine } from './media/testing/fake-engine.js';
import { TestPublisher, TestSubscriber, textOf, vp8Payload } from './media/werift/testing/peers.js';
import { callServer, type JsonObject, type ServerCalls, WireClient } from './testing/harness.js';
import { MemoryStore } from './testing/memory-store.js';

let folder: string;
let server: LecternServer;
let calls: ServerCalls;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-create-'));
  const env = { PORT: '0', HOST: '127.0.0.1', DEMO: 'on', DATA_DIR: folder, SECRET: 'a secret for tests only' };
  const config = readConfig(env);
  server = await createLecternServer(config, { store: new MemoryStore(), log: pino({ level: 'silent' }) });
  server.app.get('/added', () => 'by the composition root');
  const { port } = await server.listen();
  calls = callServer(`http://127.0.0.1:${port}`);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Lets test peers, which talk to an engine, talk to a member's signalling instead. */
class Signalled extends FakeEngine {
  response: JsonObject = {};

  constructor(private readonly client: WireClient) {
    super();
  }

  override async publish({ offer }: PublishRequest): Promise<PublishAnswer> {
    return { ...(await this.#negotiate(offer, { pubS: { type: 0 } })), kinds: { audio: true, video: true } };
  }

  override subscribe({ offer, sourceId }: SubscribeRequest): Promise<SubscribeAnswer> {
    return this.#negotiate(offer, { subSId: sourceId });
  }

  async #negotiate(offer: string, what: JsonObject): Promise<SubscribeAnswer> {
    const sdp = JSON.stringify({ type: 'OFFER', sdp: offer });
    this.response = await this.client.request({ op: 102, rtcId: 'RTC0', sdp, ...what });
    if (this.response.result !== 0) throw new Error(`refused: ${JSON.stringify(this.response)}`);
    const answer = JSON.parse(String((await this.client.push(106)).sdp)) as { sdp: string };
    return { answer: answer.sdp, candidates: [] };
  }
}

describe('the whole server', () => {
  it('carries media from one member to another over its own engine', async () => {
    const publisher = new TestPublisher();
    const subscriber = new TestSubscriber();
    try {
      const alice = new Signalled((await WireClient.enter(await calls.ticket('alice'))).client);
      await publisher.publish(alice, { roomId: '', transportId: '', sourceId: '' });
      const { client, response } = await WireClient.enter(await calls.ticket('bob'));
      const sourceId = String(alice.response.streamId);
      expect(response).toMatchObject({ streams: [{ id: sourceId, vcodes: ['VP8'] }] });
      const { answer } = await subscriber.subscribe(new Signalled(client), { roomId: '', transportId: '', sourceId });
      expect(answer).toContain(`a=msid:${sourceId} `);
      await vi.waitFor(() => {
        publisher.send('video', vp8Payload(true, 'picture'));
        expect(subscriber.video.length).toBeGreaterThan(3);
      });
      expect(subscriber.video.map(textOf)).toContain('picture');
    } finally {
      await publisher.close();
      await subscriber.close();
    }
  });

  it('has its data folder to itself', async () => {
    const config = readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder });
    await expect(createLecternServer(config)).rejects.toBeInstanceOf(FolderInUseError);
    // A start writes its secret first.
    expect(await readdir(folder)).toEqual(['server.lock']);
  });

  it('serves what a composition root adds to its origin', async () => {
    expect(await (await fetch(`${calls.url}/added`)).text()).toBe('by the composition root');
  });
});
