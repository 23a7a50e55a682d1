import { ConferenceBody, decode, encode, NameSpace, type Meta } from '@lectern/rtc/im-protocol';
import { Signer } from '../auth/signer.js';
import { CallRelay } from '../call/index.js';
import { ImHub, type ImDevice } from '../im/hub.js';
import { ImRoutes, type ImOutcome } from '../im/routes.js';
import type { RelayServers } from '../turn/relay-servers.js';
import { FakeClock } from '@lectern/kit/testing';

export const RING_MS = 60_000;
export const GRACE_MS = 45_000;

export type Content = { readonly op: number } & Readonly<Record<string, unknown>>;

/** Summary of a message that a device received. */
export interface Heard {
  readonly from: string;
  readonly op: unknown;
  readonly content: Readonly<Record<string, unknown>>;
  readonly body: ConferenceBody;
  readonly meta: Meta;
}

export class Phone implements ImDevice {
  readonly appKey = 'org#app';
  readonly heard: Heard[] = [];

  constructor(
    readonly world: World,
    readonly user: string,
    readonly resource: string,
  ) {}

  notify = (): void => undefined;
  kick = (): void => undefined;

  push(metas: readonly Meta[]): void {
    for (const meta of metas) {
      const body = decode(ConferenceBody, meta.payload ?? new Uint8Array());
      const content = JSON.parse(body.content ?? '') as Content;
      this.heard.push({ from: meta.from?.name ?? '', op: content.op, content, body, meta });
    }
  }

  get ops(): unknown[] {
    return this.heard.map(({ op }) => op);
  }

  get last(): Heard {
    return this.heard.at(-1)!;
  }

  logIn(): this {
    this.world.hub.add(this, '');
    return this;
  }

  logOut(): void {
    this.world.hub.remove(this);
  }

  say(to: string, content: Content | string, body: ConferenceBody = {}): Promise<ImOutcome> {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    return this.send(to, encode(ConferenceBody, { sessionId: 'S', operation: 7, type: 1, content: text, ...body }));
  }

  send(to: string, payload: Uint8Array): Promise<ImOutcome> {
    const meta = { id: '1', to: { appKey: 'org#app', name: to }, ns: NameSpace.Conference, payload };
    return Promise.resolve(this.world.routes.take(this, meta));
  }
}

export class World {
  readonly clock = new FakeClock();
  readonly hub = new ImHub(this.clock, { maxDevices: 10, maxPages: 10, messagesPerSecond: 20, messageBurst: 200 });
  routes = new ImRoutes();
  readonly users = new Set(['alice', 'bob', 'carol']);
  #lastId = 100n;
  relay = this.start();

  start(relays?: RelayServers): CallRelay {
    this.routes = new ImRoutes();
    return new CallRelay({
      clock: this.clock,
      signer: new Signer(Buffer.from('a secret for tests only')),
      routes: this.routes,
      hub: this.hub,
      relays,
      timings: { ringMs: RING_MS, graceMs: GRACE_MS },
      nextId: () => ++this.#lastId,
      isUser: (_appKey, name) => Promise.resolve(this.users.has(name)),
    });
  }

  phone(user: string, resource = 'web'): Phone {
    return new Phone(this, user, resource);
  }
}
