import type { Clock } from '@lectern/kit/clock';
import type { UserStore } from '../store/index.js';
import { memNameOf } from './identity.js';

const keyOf = (appKey: string, user: string): string => `${appKey} ${user}`;

/** Revoked access tokens: all tokens of a user that were issued up to a moment. */
export class Revocations {
  /** By application and user: end of the revocation, in milliseconds since the epoch. */
  readonly #until = new Map<string, number>();
  /** The same by the name that a user has in conferences. */
  readonly #untilByMemName = new Map<string, number>();

  constructor(
    private readonly users: UserStore,
    private readonly clock: Clock,
    /** Lifetime of an access token, in milliseconds: older revocations have nothing left to revoke. */
    private readonly tokenTtlMs: number,
  ) {}

  async load(): Promise<void> {
    for (const { appKey, name, revokedAt } of await this.users.listRevoked(this.clock.now() - this.tokenTtlMs)) {
      this.#note(appKey, name, revokedAt);
    }
  }

  /** Revokes every token of the user; resolves once the revocation is stored. */
  async revoke(appKey: string, user: string): Promise<void> {
    const at = this.clock.now();
    this.#note(appKey, user, at);
    await this.users.revoke(appKey, user, at);
  }

  /** True if a role token was issued before the tokens of its member were revoked. */
  isRoleRevoked(memName: string, issuedAt: number): boolean {
    return issuedAt <= (this.#untilByMemName.get(memName) ?? 0);
  }

  #note(appKey: string, user: string, at: number): void {
    this.#until.set(keyOf(appKey, user), at);
    this.#untilByMemName.set(memNameOf(appKey, user), at);
  }

  /** Issue time of a new token: later than any revocation in the same millisecond. */
  issueTime(appKey: string, user: string): number {
    return Math.max(this.clock.now(), (this.#until.get(keyOf(appKey, user)) ?? 0) + 1);
  }

  isRevoked(appKey: string, user: string, issuedAt: number): boolean {
    return issuedAt <= (this.#until.get(keyOf(appKey, user)) ?? 0);
  }
}
