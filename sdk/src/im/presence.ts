import type { Clock } from '../core/clock.js';
import { badParameter } from './errors.js';
import { asList, asObject, asText, type ImRest } from './rest.js';
import type { ImCallOptions } from './types.js';

/** Online state of a user. */
export interface ImPresence {
  /** Plain user name. */
  readonly username: string;
  /** True if any device of the user is online. */
  readonly isOnline: boolean;
  /** When the user was last online, in milliseconds since the epoch; undefined if the server does not send it. */
  readonly lastSeen: number | undefined;
  /** Status text of the user, e.g. "in class". */
  readonly ext: string;
  /** State of each device, by resource; 0 is away, 1 is online. */
  readonly devices: Readonly<Record<string, number>>;
}

/** Default duration of a presence subscription, in s; servers allow up to 30 days. */
const WATCH_S = 3 * 24 * 3_600;

/** Users of one request. */
const MAX_USERNAMES = 100;

/** Online state of users (wire-im 2.6, 6). Changes of watched users arrive as the client's event `presence`. */
export class ImPresences {
  readonly #rest: ImRest;
  readonly #self: string;
  readonly #resource: string;
  readonly #clock: Clock;
  /** End of each user's subscription. */
  readonly #watched = new Map<string, number>();

  /** @internal */
  constructor(rest: ImRest, self: string, resource: string, clock: Clock) {
    this.#rest = rest;
    this.#self = self;
    this.#resource = resource;
    this.#clock = clock;
  }

  /** Reads the current presence of users. @throws {LecternError} −1 without an answer within 15 s, 17, 28. */
  async get(usernames: readonly string[], options: ImCallOptions = {}): Promise<readonly ImPresence[]> {
    return readPresences((await this.#call('', { usernames }, options)).result);
  }

  /**
   * Watches users for a time, by default three days; resolves with their current presence. Watching again extends it.
   * @throws {LecternError} −3 for an invalid time, −1 without an answer within 15 s, 17, 28, 50 (too many).
   */
  async watch(
    usernames: readonly string[],
    { seconds = WATCH_S, ...options }: ImCallOptions & { readonly seconds?: number } = {},
  ): Promise<readonly ImPresence[]> {
    if (!Number.isInteger(seconds) || seconds < 1) throw badParameter('seconds must be a whole number, 1 or more');
    const presences = readPresences((await this.#call(`/${seconds}`, { usernames }, options)).result);
    for (const name of usernames) this.#watched.set(name, this.#clock.now() + seconds * 1_000);
    return presences;
  }

  /**
   * Subscribes again after a connection loss: servers may have dropped the subscriptions, and changes meanwhile were
   * not sent.
   * @internal
   */
  async restore(): Promise<readonly ImPresence[]> {
    const now = this.#clock.now();
    const left = [...this.#watched].filter(([, until]) => until > now);
    const seconds = Math.ceil(Math.max(...left.map(([, until]) => until - now)) / 1_000);
    const all: ImPresence[] = [];
    for (let from = 0; from < left.length; from += MAX_USERNAMES) {
      const usernames = left.slice(from, from + MAX_USERNAMES).map(([name]) => name);
      all.push(...readPresences((await this.#call(`/${seconds}`, { usernames }, {})).result));
    }
    return all;
  }

  /** Stops watching users. @throws {LecternError} as `get`. */
  async unwatch(usernames: readonly string[], { signal }: ImCallOptions = {}): Promise<void> {
    for (const name of usernames) this.#watched.delete(name);
    await this.#rest.call('DELETE', this.#path(''), { json: usernames, signal });
  }

  /** Publishes a status text to the subscribers of this user. @throws {LecternError} as `get`. */
  async publish(ext: string, options: ImCallOptions = {}): Promise<void> {
    await this.#call(`/${encodeURIComponent(this.#resource)}/1`, { ext }, options);
  }

  #path(rest: string): string {
    return `users/${encodeURIComponent(this.#self)}/presence${rest}`;
  }

  #call(rest: string, json: Readonly<Record<string, unknown>>, { signal }: ImCallOptions) {
    return this.#rest.call('POST', this.#path(rest), { json, signal });
  }
}

const readPresences = (list: unknown): readonly ImPresence[] =>
  asList(list).map(({ uid, last_time: lastTime, ext, status }) => {
    const entries = Object.entries(asObject(status)).map(
      ([resource, state]) => [resource, Number(state) || 0] as const,
    );
    const seconds = Number(lastTime);
    return {
      username: asText(uid),
      isOnline: entries.some(([, state]) => state !== 0),
      lastSeen: seconds > 0 ? seconds * 1_000 : undefined,
      ext: asText(ext),
      devices: Object.fromEntries(entries),
    };
  });

/** Reads the presence changes of an item of namespace NOTIFY, which is JSON text and may concern other things. */
export function readPresenceNews(payload: Uint8Array): readonly ImPresence[] {
  try {
    const { type, data } = asObject(JSON.parse(new TextDecoder().decode(payload)));
    return type === 'presence' ? readPresences(asObject(data).values) : [];
  } catch {
    return [];
  }
}
