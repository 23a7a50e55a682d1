import { randomBytes } from 'node:crypto';
import { FailureReason, type Guest } from '@lectern/marketplace-contract';
import * as z from 'zod/mini';
import { ApiFailure } from '../http/failure.js';
import type { ChatAccount, MakeChatUser } from './chat-accounts.js';

/** Time that one call to the conference server may take. */
const CALL_TIMEOUT_MS = 5_000;

/** The conference server refuses with status 200 and a number other than 0. */
const refusal = z.object({ error: z.number().check(z.refine((code) => code !== 0)) });
const tokenAnswer = z.object({ access_token: z.string().check(z.minLength(1)) });

export interface RtcUsersOptions {
  /** `org#app`. */
  readonly appKey: string;
  /** Base of the conference server's REST, asked for with each call: its port may be known only later. */
  readonly rtcUrl: () => string;
  /** What pages are told to use instead; without it, their own origin. */
  readonly publicRestUrl?: string | undefined;
  readonly fetch?: typeof fetch;
  /** Registers guests; by the server's open registration unless given, which is for demos alone. */
  readonly makeGuestUser?: MakeChatUser;
  /** Random text, lower-case hexadecimal, of `bytes` bytes. */
  readonly randomHex?: (bytes: number) => string;
}

/** Makes users of the conference server, over its REST unless the composition root has a way of its own. */
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

  /** Registers a user that nobody knows the password of, and signs it in. */
  async createGuest(nickName: string, username = this.newGuestName()): Promise<Guest> {
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

  /** Registers a member's user. One that was registered by an attempt whose answer was lost can log in: that is as good. */
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
