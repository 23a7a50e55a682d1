import { Command, CommSyncDL, decode, MSync, NameSpace } from '@lectern/rtc/im-protocol';
import { pino } from 'pino';
import { Signer } from '../auth/signer.js';
import { Tokens } from '../auth/tokens.js';
import { Acknowledgements } from '../im/acknowledgements.js';
import { ImDirectory } from '../im/directory.js';
import { ImHub } from '../im/hub.js';
import { ImRoutes } from '../im/routes.js';
import { ImSession, type ImPorts } from '../im/session.js';
import { UserChat } from '../im/user-chat.js';
import { ImWriter } from '../im/writer.js';
import { FakeClock } from './fake-clock.js';
import { APP_KEY } from './harness.js';
import { MemoryStore } from './memory-store.js';

const TOKEN_TTL_MS = 365 * 24 * 3_600_000;

/** One session without a socket under it, and what it says. */
export interface OpenSession {
  readonly session: ImSession;
  readonly sent: readonly Uint8Array[];
  readonly closed: readonly { readonly code: number; readonly reason: string }[];
}

/** Sessions of instant messaging over a store in memory; time stands still. */
export class ImWorld {
  readonly clock = new FakeClock();
  readonly store = new MemoryStore();
  readonly tokens = new Tokens(new Signer(Buffer.from('a secret for tests only')), this.clock, TOKEN_TTL_MS, TOKEN_TTL_MS);
  readonly hub = new ImHub(this.clock, { maxDevices: 3, messagesPerSecond: 1_000, messageBurst: 1_000 });
  readonly #ports: ImPorts;

  constructor(log = pino({ level: 'silent' })) {
    const { clock, store, tokens, hub } = this;
    const writer = new ImWriter(store.im, clock, ({ appKey, recipient, sender, id }) =>
      hub.notify(appKey, recipient, sender, id),
    );
    const routes = new ImRoutes();
    const chat = new UserChat({ directory: new ImDirectory(store.users), writer });
    routes.register({ ns: NameSpace.Chat }, (device, meta) => chat.take(device, meta));
    this.#ports = {
      ...{ clock, tokens, hub, writer, routes, log },
      store: store.im,
      acknowledgements: new Acknowledgements(store.im),
      limits: { maxMessageBytes: 2_000, provisionTimeoutMs: 20_000 },
    };
  }

  async register(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      await this.store.users.insert({ appKey: APP_KEY, name, passwordHash: '', nickName: null, createdAt: 0 });
    }
  }

  tokenOf(user: string): string {
    return this.tokens.issueAccess({ appKey: APP_KEY, user });
  }

  open(): OpenSession {
    const sent: Uint8Array[] = [];
    const closed: { code: number; reason: string }[] = [];
    const output = {
      send: (frame: Uint8Array) => void sent.push(frame),
      close: (code: number, reason: string) => void closed.push({ code, reason }),
    };
    return { session: new ImSession(output, this.#ports), sent, closed };
  }

  /** Lets everything happen that can, with a store that answers at once. */
  settle(): Promise<void> {
    return new Promise((resolve) => void setImmediate(resolve));
  }
}

/** What answers and deliveries a session sent. */
export const syncsOf = ({ sent }: OpenSession): readonly CommSyncDL[] =>
  sent.flatMap((frame) => {
    const { command = Command.Sync, payload = new Uint8Array() } = decode(MSync, frame);
    return command === Command.Sync ? [decode(CommSyncDL, payload)] : [];
  });
