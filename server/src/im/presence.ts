import { NameSpace, USER_DOMAIN, type Meta } from '@lectern/rtc/im-protocol';
import type { Clock } from '@lectern/kit/clock';
import { userJid } from './frames.js';
import type { PresenceStore } from '../store/index.js';
import type { HubWatcher, ImDevice, ImHub } from './hub.js';

/** Presence of a user, under the names of the wire; times in seconds since the epoch. */
export interface PresenceState {
  readonly uid: string;
  /** Time of the last change; 0 if unknown to this server. */
  readonly last_time: number;
  /** Expiry of the requester's subscription; 0 without one. */
  readonly expiry: number;
  /** Status text set by the user. */
  readonly ext: string;
  /** By resource: 1 is online, 0 has just disconnected. */
  readonly status: Readonly<Record<string, string>>;
}

export interface PresencePorts {
  readonly clock: Clock;
  readonly hub: ImHub;
  readonly store: PresenceStore;
  readonly nextId: () => bigint;
}

/** Limit of users that one user may subscribe to. */
const MAX_WATCHED = 3_000;

/** Limit of users whose last change is remembered. */
const MAX_KNOWN = 100_000;

const Status = { There: '1', Gone: '0' } as const;

const keyOf = (appKey: string, user: string): string => `${appKey} ${user}`;
const inSeconds = (ms: number): number => Math.floor(ms / 1_000);

/**
 * Presence of users and its subscribers; subscriptions are also stored in the database, so that they survive a restart.
 */
export class Presences implements HubWatcher {
  /** Expiry in milliseconds, by watched user and watcher. */
  readonly #watchers = new Map<string, Map<string, number>>();
  /** Watched users, by watcher. */
  readonly #watched = new Map<string, Set<string>>();
  /** Status texts of users, and the times of their last change. */
  readonly #known = new Map<string, { ext: string; changedAt: number }>();

  constructor(private readonly ports: PresencePorts) {
    ports.hub.watch(this);
  }

  async start(): Promise<void> {
    for (const { appKey, watcher, watched, until } of await this.ports.store.list(this.ports.clock.now())) {
      this.#remember(appKey, watcher, watched, until);
    }
  }

  came(device: ImDevice): void {
    this.#changed(device.appKey, device.user);
  }

  gone(device: ImDevice): void {
    this.#changed(device.appKey, device.user, { [device.resource]: Status.Gone });
  }

  /** Publishes a status text to the subscribers. */
  publish(appKey: string, user: string, ext: string): void {
    this.#note(appKey, user, ext);
    this.#changed(appKey, user);
  }

  stateOf(appKey: string, user: string, asker: string): PresenceState {
    return this.#stateFor(appKey, user, this.#watchers.get(keyOf(appKey, user))?.get(asker) ?? 0);
  }

  /** Subscribes `watcher` to the presence of these users. False, without any change, where there are too many. */
  async watch(appKey: string, watcher: string, users: readonly string[], seconds: number): Promise<boolean> {
    const now = this.ports.clock.now();
    this.#forgetOver(appKey, watcher, now);
    const wanted = new Set(users);
    const watched = this.#watched.get(keyOf(appKey, watcher)) ?? new Set();
    if (new Set([...watched, ...wanted]).size > MAX_WATCHED) return false;
    const until = now + seconds * 1_000;
    await this.ports.store.watch([...wanted].map((user) => ({ appKey, watcher, watched: user, until })));
    for (const user of wanted) this.#remember(appKey, watcher, user, until);
    return true;
  }

  async unwatch(appKey: string, watcher: string, users: readonly string[]): Promise<void> {
    await this.ports.store.unwatch(appKey, watcher, users);
    this.#forget(appKey, watcher, users);
  }

  #remember(appKey: string, watcher: string, user: string, until: number): void {
    const watchers = this.#watchers.get(keyOf(appKey, user)) ?? new Map<string, number>();
    this.#watchers.set(keyOf(appKey, user), watchers.set(watcher, until));
    const watched = this.#watched.get(keyOf(appKey, watcher)) ?? new Set<string>();
    this.#watched.set(keyOf(appKey, watcher), watched.add(user));
  }

  #forget(appKey: string, watcher: string, users: readonly string[]): void {
    const watched = this.#watched.get(keyOf(appKey, watcher));
    for (const user of users) {
      watched?.delete(user);
      const watchers = this.#watchers.get(keyOf(appKey, user));
      watchers?.delete(watcher);
      if (watchers?.size === 0) this.#watchers.delete(keyOf(appKey, user));
    }
    if (watched?.size === 0) this.#watched.delete(keyOf(appKey, watcher));
  }

  /** Users whose presence a user has subscribed to. */
  watchedBy(appKey: string, watcher: string): readonly { readonly uid: string; readonly expiry: number }[] {
    this.#forgetOver(appKey, watcher, this.ports.clock.now());
    return [...(this.#watched.get(keyOf(appKey, watcher)) ?? [])].map((uid) => ({
      uid,
      expiry: inSeconds(this.#watchers.get(keyOf(appKey, uid))?.get(watcher) ?? 0),
    }));
  }

  #forgetOver(appKey: string, watcher: string, now: number): void {
    const watched = [...(this.#watched.get(keyOf(appKey, watcher)) ?? [])];
    const isOver = (user: string): boolean => (this.#watchers.get(keyOf(appKey, user))?.get(watcher) ?? 0) <= now;
    this.#forget(appKey, watcher, watched.filter(isOver));
  }

  #stateFor(appKey: string, user: string, until: number): PresenceState {
    const known = this.#known.get(keyOf(appKey, user));
    const devices = this.ports.hub.devicesOf(appKey, user);
    return {
      uid: user,
      last_time: inSeconds(known?.changedAt ?? 0),
      expiry: inSeconds(until),
      ext: known?.ext ?? '',
      status: Object.fromEntries(devices.map(({ resource }) => [resource, Status.There])),
    };
  }

  #changed(appKey: string, user: string, gone: Readonly<Record<string, string>> = {}): void {
    const { clock, hub } = this.ports;
    const now = clock.now();
    const key = keyOf(appKey, user);
    this.#note(appKey, user, this.#known.get(key)?.ext ?? '');
    for (const [watcher, until] of [...(this.#watchers.get(key) ?? [])]) {
      if (until <= now) {
        this.#forget(appKey, watcher, [user]);
        continue;
      }
      const state = this.#stateFor(appKey, user, until);
      const news = { ...state, status: { ...gone, ...state.status } };
      hub.push(appKey, watcher, [this.#meta(appKey, watcher, news)]);
    }
  }

  #note(appKey: string, user: string, ext: string): void {
    const key = keyOf(appKey, user);
    this.#known.delete(key);
    this.#known.set(key, { ext, changedAt: this.ports.clock.now() });
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size > MAX_KNOWN) this.#known.delete(oldest);
  }

  #meta(appKey: string, to: string, state: PresenceState): Meta {
    const news = { type: 'presence', data: { values: [state] } };
    return {
      id: String(this.ports.nextId()),
      from: { name: '', domain: USER_DOMAIN },
      to: userJid(appKey, to),
      timestamp: String(this.ports.clock.now()),
      ns: NameSpace.Notify,
      payload: Buffer.from(JSON.stringify(news)),
    };
  }
}
