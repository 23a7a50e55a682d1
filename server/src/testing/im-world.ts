import { Command, CommSyncDL, decode, MSync } from '@lectern/rtc/im-protocol';
import { pino } from 'pino';
import { Signer } from '../auth/signer.js';
import { Tokens } from '../auth/tokens.js';
import { readConfig } from '../config.js';
import { InstantMessaging } from '../im/index.js';
import { ImSession } from '../im/session.js';
import { createMetrics } from '../metrics.js';
import { FakeClock } from '@lectern/kit/testing';
import { APP_KEY } from './harness.js';
import { MemoryStore } from './memory-store.js';

const TOKEN_TTL_MS = 365 * 24 * 3_600_000;
const SETTINGS = { IM_MAX_MESSAGE_BYTES: '2000', IM_MESSAGE_BURST: '1000', IM_MAX_DEVICES: '3' };

/** One session without a socket under it, and its output. */
export interface OpenSession {
  readonly session: ImSession;
  readonly sent: readonly Uint8Array[];
  readonly closed: readonly { readonly code: number; readonly reason: string }[];
}

/** Sessions of instant messaging over an in-memory store; the clock is stopped. */
export class ImWorld {
  readonly clock = new FakeClock();
  readonly store = new MemoryStore();
  readonly tokens = new Tokens(
    new Signer(Buffer.from('a secret for tests only')),
    this.clock,
    TOKEN_TTL_MS,
    TOKEN_TTL_MS,
  );
  readonly messaging = new InstantMessaging(readConfig(SETTINGS), {
    ...{ clock: this.clock, tokens: this.tokens, store: this.store },
    ...{ metrics: createMetrics(), log: pino({ level: 'silent' }) },
  });

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
    return { session: new ImSession(output, this.messaging.endpoint.ports), sent, closed };
  }

  /** Runs all pending work, with a store that answers at once. */
  settle(): Promise<void> {
    return new Promise((resolve) => void setImmediate(resolve));
  }
}

/** Answers and deliveries that a session sent. */
export const syncsOf = ({ sent }: OpenSession): readonly CommSyncDL[] =>
  sent.flatMap((frame) => {
    const { command = Command.Sync, payload = new Uint8Array() } = decode(MSync, frame);
    return command === Command.Sync ? [decode(CommSyncDL, payload)] : [];
  });
