import { badParameter } from './errors.js';
import { asObject, asText, type ImRest } from './rest.js';
import type { ImCallOptions } from './types.js';

/** Profile of a user, under the specification's names (marketplace §3, §7); every field is optional. */
export interface ImUserInfo {
  /** On the wire: `nickname`. */
  readonly name?: string;
  /** URL of the user's profile image; on the wire: `avatarurl`. */
  readonly headimg?: string;
  /** A short text about the user. */
  readonly sign?: string;
  readonly mail?: string;
  readonly phone?: string;
  readonly gender?: string;
  /** Date of birth. */
  readonly birth?: string;
  /** Free field of the application. */
  readonly ext?: string;
}

const WIRE_NAMES = {
  name: 'nickname',
  headimg: 'avatarurl',
  sign: 'sign',
  mail: 'mail',
  phone: 'phone',
  gender: 'gender',
  birth: 'birth',
  ext: 'ext',
} as const satisfies Record<keyof ImUserInfo, string>;

const KEYS = Object.keys(WIRE_NAMES) as (keyof ImUserInfo)[];

/** Users of one request. */
const MAX_TARGETS = 100;

/** Profiles of users (spec, marketplace §7). */
export class ImUsers {
  readonly #rest: ImRest;
  readonly #self: string;

  /** @internal */
  constructor(rest: ImRest, self: string) {
    this.#rest = rest;
    this.#self = self;
  }

  /**
   * Reads profiles by plain user name; users that are unknown or have no profile get an empty entry.
   * @throws {LecternError} −1 without an answer within 15 s, 17, 28.
   */
  async get(usernames: readonly string[], { signal }: ImCallOptions = {}): Promise<ReadonlyMap<string, ImUserInfo>> {
    const wanted = [...new Set(usernames)];
    const all = new Map<string, ImUserInfo>();
    for (let from = 0; from < wanted.length; from += MAX_TARGETS) {
      const targets = wanted.slice(from, from + MAX_TARGETS);
      const json = { targets, properties: Object.values(WIRE_NAMES) };
      const { data } = await this.#rest.call('POST', 'metadata/user/get', { json, signal });
      const found = asObject(data);
      for (const name of targets) all.set(name, readInfo(Object.hasOwn(found, name) ? found[name] : undefined));
    }
    return all;
  }

  /**
   * Updates the profile of this user: omitted fields are kept, an empty text removes a field. Resolves with the whole
   * profile.
   * @throws {LecternError} −3 when there is nothing to set, −1 without an answer within 15 s, 17, 28.
   */
  async set(info: ImUserInfo, { signal }: ImCallOptions = {}): Promise<ImUserInfo> {
    const entries = KEYS.flatMap((key) => (info[key] === undefined ? [] : [[WIRE_NAMES[key], info[key]] as const]));
    if (entries.length === 0) throw badParameter(`set one of ${KEYS.join(', ')}`);
    const path = `metadata/user/${encodeURIComponent(this.#self)}`;
    const form: Record<string, string> = Object.fromEntries(entries);
    const { data } = await this.#rest.call('PUT', path, { form, signal });
    return readInfo(data);
  }
}

/** Drops values that are not text, so that other clients' errors do not reach the rendering code. */
function readInfo(data: unknown): ImUserInfo {
  const told = asObject(data);
  return Object.fromEntries(
    KEYS.flatMap((key) => {
      const value = told[WIRE_NAMES[key]];
      return value === undefined || value === null ? [] : [[key, asText(value)]];
    }),
  );
}
