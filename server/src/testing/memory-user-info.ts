import type { UserInfo, UserInfoStore } from '../store/index.js';

/** Profiles of users, in memory. */
export class MemoryUserInfoStore implements UserInfoStore {
  readonly #info = new Map<string, UserInfo>();

  async set(appKey: string, name: string, changes: UserInfo): Promise<UserInfo> {
    const all = Object.entries({ ...this.#info.get(`${appKey} ${name}`), ...changes });
    const info = Object.fromEntries(all.filter(([, value]) => value !== ''));
    this.#info.set(`${appKey} ${name}`, info);
    return info;
  }

  async get(appKey: string, names: readonly string[]): Promise<ReadonlyMap<string, UserInfo>> {
    return new Map(
      names.flatMap((name) => {
        const info = this.#info.get(`${appKey} ${name}`);
        return info === undefined ? [] : [[name, info] as const];
      }),
    );
  }
}
