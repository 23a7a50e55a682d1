import type { Logger } from 'pino';
import type { Clock } from '@lectern/kit/clock';
import type { GrantRevocation, GrantRevocationStore } from '../store/index.js';
import { MAX_GRANT_TTL_MS } from './grants.js';

/** Delay after which the server notices revocations by other processes, in milliseconds. */
export const REFRESH_INTERVAL_MS = 5_000;
/** Rows that are read again each time: one with a lower position may have been committed after one with a higher. */
const OVERLAP = 1_000;

/** The properties of a grant that revocations refer to. */
export interface RevocableGrant {
  readonly id: string;
  readonly keyId: string;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
}

/** Use of a grant by a user in a room. */
export interface GrantUse {
  readonly appKey: string;
  readonly user: string;
  /** Name of the room; its id where it has no name. */
  readonly room: string;
}

/**
 * Revocations of grants: of one, of all that a member was granted so far (in one room or everywhere), and of all that a
 * key signed. They are kept for the longest lifetime of a grant.
 */
export class GrantRevocations {
  readonly #revoked = new Map<string, number>();
  readonly #listeners = new Set<(revocation: GrantRevocation) => void>();
  #position = 0;
  #stop: (() => void) | undefined;

  constructor(
    private readonly store: GrantRevocationStore,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /** Reads all revocations, and then polls for those of other processes. */
  async start(): Promise<void> {
    await this.store.prune(this.clock.now() - MAX_GRANT_TTL_MS);
    await this.refresh();
    this.#stop = this.clock.every(REFRESH_INTERVAL_MS, () => {
      this.refresh().catch((error: unknown) => this.log.debug({ err: error }, 'revocations could not be read'));
    });
  }

  stop(): void {
    this.#stop?.();
  }

  /** Calls the listener for each revocation, also those of other processes; the returned function removes it. */
  onRevoked(listener: (revocation: GrantRevocation) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async refresh(): Promise<void> {
    for (const { position, ...revocation } of await this.store.listAfter(this.#position - OVERLAP)) {
      this.#position = Math.max(this.#position, position);
      this.#apply(revocation);
    }
  }

  /** Takes effect at once; resolves once it is stored. */
  async revoke(revocation: Omit<GrantRevocation, 'at'>): Promise<void> {
    const written = { ...revocation, at: this.clock.now() };
    await this.store.append(written);
    this.#apply(written);
  }

  isRevoked({ id, keyId, issuedAt }: RevocableGrant, { appKey, user, room }: GrantUse): boolean {
    if (this.#revoked.has(keyOf({ appKey, kind: 'grant', value: id, room: null }))) return true;
    if (this.#revoked.has(keyOf({ appKey, kind: 'key', value: keyId, room: null }))) return true;
    return [room, null].some((where) => {
      const at = this.#revoked.get(keyOf({ appKey, kind: 'member', value: user, room: where }));
      return at !== undefined && issuedAt <= at;
    });
  }

  /** Issue time of a new grant of a user: later than any revocation in the same millisecond. */
  readonly issueTime = (appKey: string, user: string): number => {
    let latest = 0;
    const everywhere = keyOf({ appKey, kind: 'member', value: user, room: null });
    for (const [key, at] of this.#revoked) if (key.startsWith(everywhere)) latest = Math.max(latest, at);
    return Math.max(this.clock.now(), latest + 1);
  };

  #apply(revocation: GrantRevocation): void {
    const key = keyOf(revocation);
    if ((this.#revoked.get(key) ?? -1) >= revocation.at) return;
    this.#revoked.set(key, revocation.at);
    for (const listener of this.#listeners) listener(revocation);
  }
}

/** Values have no line breaks, so that the line break after a value keeps it apart from longer values. */
const keyOf = ({ appKey, kind, value, room }: Omit<GrantRevocation, 'at'>): string =>
  `${appKey}\n${kind}\n${value}\n${room ?? ''}`;
