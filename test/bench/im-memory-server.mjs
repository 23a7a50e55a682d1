// The server as it is, with a store in memory in place of the database.
import { pino } from 'pino';
import { buildServer } from '../../server/dist/app.js';
import { readConfig } from '../../server/dist/config.js';
import { FakeEngine } from '../../server/dist/media/testing/fake-engine.js';
import { MemoryImStore } from '../../server/dist/testing/memory-im.js';
import { MemoryStore } from '../../server/dist/testing/memory-store.js';

const keyOf = (...parts) => parts.join('\n');

/** The store of the tests looks at all messages for each; this one finds them by keys, as a database does. */
class IndexedImStore extends MemoryImStore {
  #byClientId = new Map();
  #byQueue = new Map();

  async append(messages) {
    return messages.map((message) => {
      const { appKey, sender, resource, recipient, clientId } = message;
      const key = keyOf(appKey, sender, resource, clientId);
      const { id, sentAt } = this.#byClientId.get(key) ?? message;
      const isNew = id === message.id;
      if (isNew) {
        this.#byClientId.set(key, message);
        const queue = keyOf(appKey, recipient, sender);
        if (!this.#byQueue.has(queue)) this.#byQueue.set(queue, []);
        this.#byQueue.get(queue).push(message);
      }
      return { id, sentAt, isNew };
    });
  }

  async read({ appKey, name }, peer, after, limit) {
    const queue = this.#byQueue.get(keyOf(appKey, name, peer)) ?? [];
    let from = queue.length;
    while (from > 0 && queue[from - 1].id > after) from -= 1;
    return queue.slice(from, from + limit);
  }
}

class IndexedStore extends MemoryStore {
  im = new IndexedImStore();
}

const settings = { PORT: '0', HOST: '127.0.0.1', DEMO: 'on', SECRET: 'a secret for benchmarks only' };
const config = readConfig({ ...process.env, ...settings });
const parts = { engine: new FakeEngine(), store: new IndexedStore(), log: pino({ level: 'silent' }) };
const server = await buildServer(config, parts);
const { port } = await server.listen();
process.send(port);
