import { StatisticsOperation, type Meta } from '@lectern/rtc/im-protocol';
import type { Clock } from '@lectern/kit/clock';
import { TokenBucket } from '@lectern/kit/rate-limits';

/** A device that is logged in. */
export interface ImDevice {
  readonly appKey: string;
  readonly user: string;
  readonly resource: string;
  /** A message with this id was stored for its user, in the queue of a user or a group (`queueKeyOf`). */
  notify(queue: string, id: bigint): void;
  /** Pushes items once: they are neither stored nor repeated. */
  push(metas: readonly Meta[]): void;
  /** Sends the reason and closes the socket. */
  kick(cause: LogoutCause): void;
}

/** Reason of a device's logout. */
export interface LogoutCause {
  /** One of `StatisticsOperation`. */
  readonly operation: number;
  /** Free text of the initiator; may be empty. */
  readonly reason: string;
}

export interface HubLimits {
  /** Limit of devices of one user; beyond it the oldest is logged out. */
  readonly maxDevices: number;
  /** Limit of those among them that identify only a page, see {@link isPage}. */
  readonly maxPages: number;
  /** Rate limit of messages of one user, over all devices. */
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
}

/**
 * Observes logins and logouts. A device that replaces one with the same resource counts as a login; the replaced device
 * does not count as a logout.
 */
export interface HubWatcher {
  /** Its login is about to be answered. */
  came(device: ImDevice): void;
  gone(device: ImDevice): void;
}

interface Presence {
  /** By resource, in the order of login. */
  readonly devices: Map<string, ImDevice>;
  readonly rate: TokenBucket;
}

/**
 * True for resources that published web clients generate for each page, or each browser, when the application sets no
 * device (wire-im 3.2). They expect to be the only one of their user.
 */
const isPage = ({ resource }: ImDevice): boolean => /^webim_(random_|web_)?\d+$/.test(resource);

/** The oldest devices beyond the limit, leaving space for one more. */
const tooMany = (devices: readonly ImDevice[], limit: number): readonly ImDevice[] =>
  devices.slice(0, Math.max(0, devices.length + 1 - limit));

const keyOf = (appKey: string, user: string): string => `${appKey} ${user}`;

/** The devices that are logged in. */
export class ImHub {
  readonly #present = new Map<string, Presence>();
  readonly #watchers: HubWatcher[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly limits: HubLimits,
  ) {}

  /** Devices that are logged in. */
  get size(): number {
    let size = 0;
    for (const { devices } of this.#present.values()) size += devices.size;
    return size;
  }

  /** Adds an observer for the lifetime of the hub. */
  watch(watcher: HubWatcher): void {
    this.#watchers.push(watcher);
  }

  /**
   * Adds a device. `reason` is sent to the device that it replaces: one with the same resource, or the oldest of too
   * many.
   */
  add(device: ImDevice, reason: string): void {
    const { devices } = this.#presenceOf(device.appKey, device.user);
    const leaving = [...devices.values()].filter(({ resource }) => resource === device.resource);
    devices.delete(device.resource);
    if (isPage(device)) leaving.push(...tooMany([...devices.values()].filter(isPage), this.limits.maxPages));
    for (const { resource } of leaving) devices.delete(resource);
    leaving.push(...tooMany([...devices.values()], this.limits.maxDevices));
    for (const { resource } of leaving) devices.delete(resource);
    // Added before the others are kicked: a kicked device removes itself, and the user's entry must survive that.
    devices.set(device.resource, device);
    for (const each of leaving) {
      each.kick({ operation: StatisticsOperation.UserLoginAnotherDevice, reason });
      if (each.resource !== device.resource) for (const watcher of this.#watchers) watcher.gone(each);
    }
    for (const watcher of this.#watchers) watcher.came(device);
  }

  /** Logs out the devices of a user, or the one with a resource; false where there is none. */
  logOut(appKey: string, user: string, cause: LogoutCause, resource?: string): boolean {
    const devices = this.devicesOf(appKey, user).filter((device) => (resource ?? device.resource) === device.resource);
    for (const device of devices) device.kick(cause);
    return devices.length > 0;
  }

  remove(device: ImDevice): void {
    const key = keyOf(device.appKey, device.user);
    const presence = this.#present.get(key);
    const isHere = presence?.devices.get(device.resource) === device;
    if (isHere) presence.devices.delete(device.resource);
    this.#forget(key);
    if (isHere) for (const watcher of this.#watchers) watcher.gone(device);
  }

  /** The devices of a user that are logged in, in the order of their logins. */
  devicesOf(appKey: string, user: string): readonly ImDevice[] {
    return [...(this.#present.get(keyOf(appKey, user))?.devices.values() ?? [])];
  }

  /** Names of an application's users with a device that is logged in. */
  usersOf(appKey: string): readonly string[] {
    return [...this.#present.values()].flatMap(({ devices }) => {
      const [device] = devices.values();
      return device?.appKey === appKey ? [device.user] : [];
    });
  }

  /**
   * Notifies a user's devices that a message with this id was stored, in the queue of another user or of a group
   * (`queueKeyOf`).
   */
  notify(appKey: string, user: string, queue: string, id: bigint): void {
    for (const device of this.devicesOf(appKey, user)) device.notify(queue, id);
  }

  /**
   * Pushes items to the connected devices of a user, but `except`; false if there is none. The items are not stored.
   */
  push(appKey: string, user: string, metas: readonly Meta[], except?: ImDevice): boolean {
    const devices = this.devicesOf(appKey, user).filter((device) => device !== except);
    for (const device of devices) device.push(metas);
    return devices.length > 0;
  }

  /** True if the rate limit of the user allows one more message now. */
  mayWrite(appKey: string, user: string): boolean {
    return this.#presenceOf(appKey, user).rate.take(this.clock.now());
  }

  /** A new login does not refill the rate limit, so users that logged out are kept until theirs is full. */
  sweep(): void {
    for (const key of [...this.#present.keys()]) this.#forget(key);
  }

  #forget(key: string): void {
    const presence = this.#present.get(key);
    if (presence?.devices.size === 0 && presence.rate.isFull(this.clock.now())) this.#present.delete(key);
  }

  #presenceOf(appKey: string, user: string): Presence {
    const key = keyOf(appKey, user);
    const { messagesPerSecond, messageBurst } = this.limits;
    const presence = this.#present.get(key) ?? {
      devices: new Map(),
      rate: new TokenBucket(messagesPerSecond, messageBurst, this.clock.now()),
    };
    this.#present.set(key, presence);
    return presence;
  }
}
