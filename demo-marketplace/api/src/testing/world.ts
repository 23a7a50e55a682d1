import type { AnyAction, FailureData, RequestOf, ResponseOf, Session } from '@lectern/marketplace-contract';
import { ACTIONS, registerAccount, sendCode } from '@lectern/marketplace-contract';
import fastify, { type FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import pg from 'pg';
import { inject } from 'vitest';
import { marketplaceApi, type MarketplaceApiOptions, type MarketplaceParts } from '../index.js';
import type { Pool } from '../db/database.js';
import { sessions } from '../db/schema/index.js';
import type { InboxEntry } from '../delivery/index.js';
import type { ChatAccount, ChatLockReason } from '../rtc/index.js';
import { FakeClock } from '@lectern/kit/testing';
import { FakeRoomOperator } from './room-operator.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** `postgres://` URL of the PostgreSQL that all test files share; see test/support/postgres-setup.ts. */
    postgresUrl: string;
  }
}

/** A response of the API, with any code. */
export interface Answer<T> {
  readonly code: number;
  readonly msg: string;
  readonly data: T & FailureData;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly headers?: Record<string, string>;
  /** Client address of the call. */
  readonly ip?: string;
}

export const PASSWORD = 'abcd123!';
/** Low cost, so that tests with many passwords are fast. */
export const PASSWORD_COST = 2;
/** Secret of the API. */
export const SECRET = 'a secret for tests only';

let counter = 0;

const DAY_MS = 86_400_000;

/** Many calls at once may each wait long for a connection on a busy machine; no test is about how long. */
const PATIENT = { checkoutMs: 120_000, queryMs: 120_000 };

/** The whole API on a real database with a schema of its own, a fake clock, and an inbox. */
export class World {
  /** Coalesces timers: tests advance it by days while the job queue polls each second. */
  readonly clock = new FakeClock(undefined, { coalesces: true });
  /** Created chat users; a test can make the server refuse. */
  readonly chatUsers: (ChatAccount & { nickName: string })[] = [];
  /** Locked chat users. */
  readonly chatEnded: string[] = [];
  /** Names and passwords sent with the locks. */
  readonly chatLocked: (ChatAccount & { reason: ChatLockReason })[] = [];
  chatServerIsAway = false;
  /** Rooms of classes. */
  readonly rooms = new FakeRoomOperator();
  #parts: MarketplaceParts | undefined;

  private constructor(
    readonly app: FastifyInstance,
    readonly folder: string,
    private readonly url: string,
    readonly schema: string,
  ) {}

  /** @param log stream for the API's log; discarded by default */
  static async start(options: Partial<MarketplaceApiOptions> = {}, log?: Writable): Promise<World> {
    const url = inject('postgresUrl');
    const schema = `t${randomBytes(8).toString('hex')}`;
    const folder = await mkdtemp(join(tmpdir(), 'lectern-api-'));
    // No plugin timeout: seeds and migrations may take long on a busy machine.
    const world = new World(
      fastify({ trustProxy: true, pluginTimeout: 0, ...(log !== undefined && { logger: { stream: log } }) }),
      folder,
      url,
      schema,
    );
    try {
      await world.app.register(marketplaceApi, {
        appKey: 'lectern#demo',
        rtcUrl: () => 'http://rtc.test',
        databaseUrl: url,
        databaseSchema: schema,
        dataDir: folder,
        secret: SECRET,
        clock: world.clock,
        passwordCost: PASSWORD_COST,
        databaseTimeouts: PATIENT,
        isDemo: true,
        demoContent: false,
        makeChatUser: async (account) => {
          if (world.chatServerIsAway) throw new Error('the conference server is away');
          world.chatUsers.push(account);
        },
        lockChatUser: async (account) => {
          if (world.chatServerIsAway) throw new Error('the conference server is away');
          world.chatEnded.push(account.username);
          world.chatLocked.push(account);
        },
        roomOperator: world.rooms,
        expose: (parts) => (world.#parts = parts),
        ...options,
      });
      await world.app.ready();
    } catch (error) {
      await world.close();
      throw error;
    }
    return world;
  }

  /** Advances the clock to a time and runs the jobs that are due by then; members stay logged in. */
  async advanceTo(at: number): Promise<void> {
    // A session lasts a week, and housekeeping deletes expired ones as soon as the clock advances.
    await this.db.update(sessions).set({ expiresAt: at + DAY_MS });
    this.clock.advance(at - this.clock.now());
    await this.parts.idle();
  }

  get parts(): MarketplaceParts {
    if (this.#parts === undefined) throw new Error('the API has not started');
    return this.#parts;
  }

  get db(): Pool {
    return this.parts.db;
  }

  /** Sent messages, the newest first. */
  async inbox(to?: string): Promise<readonly InboxEntry[]> {
    await this.parts.idle();
    return this.parts.inbox.entries.filter((entry) => to === undefined || entry.to === to);
  }

  /** Calls an action with a request of its contract, or with any body. */
  async call<A extends AnyAction>(
    action: A,
    body: RequestOf<A> | Record<string, unknown>,
    { token, headers = {}, ip = '192.0.2.1' }: CallOptions = {},
  ): Promise<Answer<ResponseOf<A>>> {
    const response = await this.app.inject({
      method: 'POST',
      url: action.path,
      payload: body as object,
      headers: { 'x-forwarded-for': ip, ...(token !== undefined && { authorization: token }), ...headers },
    });
    return response.json<Answer<ResponseOf<A>>>();
  }

  /** Requests a code and reads it from the inbox. */
  async codeFor(body: RequestOf<typeof sendCode>, options?: CallOptions): Promise<string> {
    const answer = await this.call(sendCode, body, options);
    if (answer.code !== 1) throw new Error(`no code was sent: ${JSON.stringify(answer)}`);
    const to = body.channel === 'email' ? body.account : undefined;
    const [newest] = await this.inbox(to);
    return /\d{6}/.exec(newest?.text ?? '')?.[0] ?? '';
  }

  /** A new member, logged in. */
  async member(email = `member${(counter += 1)}@example.org`): Promise<Session & { readonly email: string }> {
    const account = { channel: 'email', account: email } as const;
    const code = await this.codeFor({ ...account, scene: 'register' });
    const form = { ...account, code, password: PASSWORD, password2: PASSWORD, agree: true, name: '王小明' };
    const answer = await this.call(registerAccount, form);
    if (answer.code !== 1) throw new Error(`nobody was registered: ${JSON.stringify(answer)}`);
    return { ...answer.data, email };
  }

  async close(): Promise<void> {
    await this.app.close();
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    await client.query(`DROP SCHEMA IF EXISTS ${this.schema} CASCADE`);
    await client.end();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Actions that a visitor may not call. */
export const MEMBER_ACTIONS = ACTIONS.filter(({ access }) => access !== 'P');
