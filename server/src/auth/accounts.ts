import type { Clock } from '../clock.js';
import type { UserStore } from '../store/index.js';
import { hashPassword, verifyPassword } from './passwords.js';
import type { Tokens } from './tokens.js';

export interface Credentials {
  readonly appKey: string;
  readonly user: string;
  readonly password: string;
}

/** A token, and how long it is good for. */
export interface Session {
  readonly token: string;
  readonly expiresInMs: number;
}

/** Users and their tokens. */
export class Accounts {
  /** Verified against when the user is unknown, so that both refusals take the same time. */
  readonly #decoy: Promise<string>;

  /** @param passwordCost scrypt's N for new passwords; that of {@link hashPassword} unless given */
  constructor(
    private readonly users: UserStore,
    private readonly tokens: Tokens,
    private readonly clock: Clock,
    private readonly passwordCost?: number,
  ) {
    this.#decoy = hashPassword('no such user', passwordCost);
  }

  /** False when the name is taken. */
  async register({
    appKey,
    user,
    password,
    nickName,
  }: Credentials & { nickName?: string | undefined }): Promise<boolean> {
    return this.users.insert({
      appKey,
      name: user,
      passwordHash: await hashPassword(password, this.passwordCost),
      nickName: nickName ?? null,
      createdAt: this.clock.now(),
    });
  }

  /** Another password in place of the one of before; false when there is no such user. */
  async setPassword({ appKey, user, password }: Credentials): Promise<boolean> {
    return this.users.setPassword(appKey, user, await hashPassword(password, this.passwordCost));
  }

  async logIn({ appKey, user, password }: Credentials): Promise<Session | 'no-user' | 'wrong-password'> {
    const record = await this.users.find(appKey, user);
    const isRight = await verifyPassword(password, record?.passwordHash ?? (await this.#decoy));
    if (record === undefined) return 'no-user';
    return isRight ? this.issueToken(appKey, user) : 'wrong-password';
  }

  /** A token without a password: for a composition root that has checked who it is. */
  issueToken(appKey: string, user: string): Session {
    return { token: this.tokens.issueAccess({ appKey, user }), expiresInMs: this.tokens.accessTtlMs };
  }
}
