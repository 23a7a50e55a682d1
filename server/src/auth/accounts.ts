import type { Clock } from '@lectern/kit/clock';
import type { UserStore } from '../store/index.js';
import { Passwords } from '@lectern/kit/passwords';
import type { Tokens } from './tokens.js';

export interface Credentials {
  readonly appKey: string;
  readonly user: string;
  readonly password: string;
}

/** A token and its lifetime. */
export interface Session {
  readonly token: string;
  readonly expiresInMs: number;
}

/** Users and their tokens. */
export class Accounts {
  /** @internal */
  constructor(
    private readonly users: UserStore,
    private readonly tokens: Tokens,
    private readonly clock: Clock,
    private readonly passwords = new Passwords(),
  ) {}

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
      passwordHash: await this.passwords.hash(password),
      nickName: nickName ?? null,
      createdAt: this.clock.now(),
    });
  }

  /** Replaces the password; false when there is no such user. */
  async setPassword({ appKey, user, password }: Credentials): Promise<boolean> {
    return this.users.setPassword(appKey, user, await this.passwords.hash(password));
  }

  async logIn({ appKey, user, password }: Credentials): Promise<Session | 'no-user' | 'wrong-password'> {
    const record = await this.users.find(appKey, user);
    const isRight = await this.passwords.verify(password, record?.passwordHash);
    if (record === undefined) return 'no-user';
    return isRight ? this.issueToken(appKey, user) : 'wrong-password';
  }

  /** A token without a password: for a composition root that has authenticated the user itself. */
  issueToken(appKey: string, user: string): Session {
    return { token: this.tokens.issueAccess({ appKey, user }), expiresInMs: this.tokens.accessTtlMs };
  }
}
