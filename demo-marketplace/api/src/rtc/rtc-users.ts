import { randomBytes } from 'node:crypto';
import { FailureReason, type RtcUser } from '@lectern/marketplace-contract';
import * as z from 'zod/mini';
import { ApiFailure } from '../http/failure.js';
import type { ChatAccount, MakeChatUser } from './chat-accounts.js';

/** Timeout of one call to the conference server. */
const CALL_TIMEOUT_MS = 5_000;

/** Refusal of the conference server: status 200 and an error number other than 0. */
const refusal = z.object({ error: z.number().check(z.refine((code) => code !== 0)) });
const tokenAnswer = z.object({ access_token: z.string().check(z.minLength(1)) });

export interface RtcUsersOptions {
  /** `org#app`. */
  readonly appKey: string;
  /** Returns the base URL of the conference server's REST API; a function, since its port may not be known at start. */
  readonly rtcUrl: () => string;
  /** Base URL for pages; by default their own origin. */
  readonly publicRestUrl?: string | undefined;
  readonly fetch?: typeof fetch;
  /** Registers guests; by default through the server's open registration, which is for demos only. */
  readonly makeGuestUser?: MakeChatUser;
  /** Returns `bytes` random bytes as lower-case hexadecimal. */
  readonly randomHex?: (bytes: number) => string;
}

/** Creates users of the conference server, over its REST API unless the composition root injects another way. */
export class RtcUsers {
  readonly #options: RtcUsersOptions;
  readonly #fetch: typeof fetch;
  readonly #randomHex: (bytes: number) => string;

  constructor(options: RtcUsersOptions) {
    if (!/^[^#/\s]+#[^#/\s]+$/.test(options.appKey)) {
      throw new Error(`the app key must have the form "org#app", not "${options.appKey}"`);
    }
    this.#options = options;
    this.#fetch = options.fetch ?? fetch;
    this.#randomHex = options.randomHex ?? ((bytes) => randomBytes(bytes).toString('hex'));
  }

  newGuestName(): string {
    return `guest-${this.#randomHex(6)}`;
  }

  /** Registers a user with a random password that is discarded, and logs it in. */
  async createGuest(nickName: string, username = this.newGuestName()): Promise<RtcUser> {
    const { appKey, publicRestUrl } = this.#options;
    const password = this.#randomHex(16);
    await this.#register({ username, password, nickName });
    const answer = await this.#post('token', { grant_type: 'password', username, password });
    const parsed = tokenAnswer.safeParse(answer);
    if (!parsed.success) throw unavailable(new Error('the token call answered without an access_token'));
    return {
      memName: `${appKey}_${username}`,
      token: parsed.data.access_token,
      nickName,
      appKey,
      ...(publicRestUrl === undefined ? {} : { restUrl: publicRestUrl }),
    };
  }

  /**
   * Registers a member's user. When an earlier attempt lost its response, the user exists and a login with the password
   * proves it.
   */
  async createMember({ username, password, nickName }: ChatAccount & { readonly nickName: string }): Promise<void> {
    try {
      await this.#post('users', { username, password, nickname: nickName });
    } catch (error) {
      const answer = await this.#post('token', { grant_type: 'password', username, password }).catch(() => undefined);
      if (!tokenAnswer.safeParse(answer).success) throw error;
    }
  }

  async #register({ username, password, nickName }: Parameters<MakeChatUser>[0]): Promise<void> {
    const { makeGuestUser } = this.#options;
    if (makeGuestUser === undefined) await this.#post('users', { username, password, nickname: nickName });
    else {
      await makeGuestUser({ username, password, nickName }).catch((error: unknown) => {
        throw unavailable(error);
      });
    }
  }

  async #post(call: 'users' | 'token', body: Readonly<Record<string, string>>): Promise<unknown> {
    const { appKey, rtcUrl } = this.#options;
    const [org = '', app = ''] = appKey.split('#');
    const url = `${rtcUrl()}/${encodeURIComponent(org)}/${encodeURIComponent(app)}/${call}`;
    try {
      const response = await this.#fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${call} answered ${response.status}: ${text.slice(0, 200)}`);
      const answer: unknown = JSON.parse(text);
      if (refusal.safeParse(answer).success) throw new Error(`${call} was refused: ${text.slice(0, 200)}`);
      return answer;
    } catch (error) {
      throw unavailable(error);
    }
  }
}

const unavailable = (cause: unknown): ApiFailure => new ApiFailure(FailureReason.RtcUnavailable, {}, { cause });
