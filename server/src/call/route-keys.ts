import { z } from 'zod';
import type { Signer } from '../auth/signer.js';
import type { Clock } from '@lectern/kit/clock';

/** Chosen by the server; part of the contents. */
export interface CallFacts {
  readonly appKey: string;
  /** Chosen by the caller; on every message. */
  readonly sessionId: string;
  /** Chosen by the server; in the contents. */
  readonly sessId: string;
  readonly caller: string;
  readonly callee: string;
}

/** Longest lifetime of a call. */
const LIFETIME_MS = 24 * 3_600_000;

const claims = z.object({
  appKey: z.string(),
  sessionId: z.string(),
  sessId: z.string(),
  caller: z.string(),
  callee: z.string(),
  exp: z.number(),
});

/**
 * Keys that both sides of a call attach to their messages. A key proves the call by itself, so that a call goes on
 * after a restart of the server, which remembers none.
 */
export class RouteKeys {
  constructor(
    private readonly signer: Signer,
    private readonly clock: Clock,
  ) {}

  issue({ appKey, sessionId, sessId, caller, callee }: CallFacts): string {
    const exp = this.clock.now() + LIFETIME_MS;
    return this.signer.seal('call', { appKey, sessionId, sessId, caller, callee, exp });
  }

  /** The call of a genuine key; undefined for anything else. */
  read(key: string): CallFacts | undefined {
    const { data } = claims.safeParse(this.signer.open('call', key));
    return data !== undefined && data.exp > this.clock.now() ? data : undefined;
  }
}
