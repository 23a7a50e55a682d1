import { VIDEO_CODECS, type ConferenceType } from '@lectern/rtc/protocol';
import type { Logger } from 'pino';
import type { Passwords } from '@lectern/kit/passwords';
import type { Signer } from '../auth/signer.js';
import type { Clock } from '@lectern/kit/clock';
import type { MediaEngine, TransportState } from '../media/engine.js';
import type { ConferenceRecord, ConferenceStore } from '../store/index.js';
import type { EventLog } from '../events/index.js';
import { begin } from './begin.js';
import type { ConferenceContext } from './context.js';
import { OPERATOR } from './operated.js';
import { ConferenceHost, type SocketPort } from './host.js';
import type { ConferenceConfig, ConferenceState } from './model.js';

export interface LiveConference {
  readonly record: ConferenceRecord;
  readonly host: ConferenceHost;
}

export interface RegistryPorts {
  readonly clock: Clock;
  readonly engine: MediaEngine;
  readonly sockets: SocketPort;
  readonly store: ConferenceStore;
  readonly signer: Signer;
  readonly log: Logger;
  readonly events: EventLog;
  /** Records a stream; see `HostPorts`. */
  readonly record?: (state: ConferenceState, streamId: string) => Promise<void>;
  /** Receives the state of a conference after every step of it. */
  readonly changed?: (state: ConferenceState) => void;
  readonly passwords: Passwords;
}

export interface NewConference {
  readonly appKey: string;
  readonly roomName: string | null;
  readonly type: ConferenceType;
  readonly password: string;
  readonly creator: string;
  readonly config?: ConferenceConfig;
}

/** The user has reached the limit of conferences. */
export class TooManyConferences extends Error {
  constructor(limit: number) {
    super(`a user may have ${limit} conferences at a time; end one first`);
    this.name = 'TooManyConferences';
  }
}

/** Longest delay of a timer: 24.8 days. */
const MAX_TIMER_MS = 2_147_483_647;
const PRUNE_INTERVAL_MS = 3_600_000;

/** The conferences of this node: looked up by id or by room name, created, restored and released. */
export class ConferenceRegistry {
  readonly #byId = new Map<string, LiveConference>();
  readonly #rooms = new Map<string, string>();
  readonly #opening = new Map<string, Promise<LiveConference>>();
  /** Pending writes; awaited when the server stops. */
  readonly #writes = new Set<Promise<void>>();
  /** Closed conferences whose end is being written. */
  readonly #ending = new Set<ConferenceHost>();
  /** Keyed hashes of verified passwords, so that scrypt runs once per conference and password. */
  readonly #proven = new Map<string, string>();
  /** Number of conferences of each user that are open or being created. */
  readonly #owned = new Map<string, number>();
  /** Cancels the timer of a conference's automatic closing, by its id. */
  readonly #closings = new Map<string, () => void>();
  readonly #stopPruning: () => void;

  constructor(
    private readonly context: ConferenceContext,
    private readonly ports: RegistryPorts,
  ) {
    const { engine } = ports;
    engine.on('candidate', (transportId, candidate) =>
      this.#hostOf(transportId)?.feed({ kind: 'engineCandidate', transportId, candidate }),
    );
    engine.on('transportState', this.#onTransportState);
    engine.on('workerLost', this.#onWorkerLost);
    engine.on('speakers', (roomId, speakers) => this.#byId.get(roomId)?.host.feed({ kind: 'speakers', speakers }));
    this.#stopPruning = ports.clock.every(PRUNE_INTERVAL_MS, () => this.#prune());
  }

  get all(): Iterable<LiveConference> {
    return this.#byId.values();
  }

  get(id: string): LiveConference | undefined {
    return this.#byId.get(id);
  }

  /** The open conference of a room name. */
  findRoom(appKey: string, roomName: string): LiveConference | undefined {
    return this.#byId.get(this.#rooms.get(roomKey(appKey, roomName)) ?? '');
  }

  /** Restores the conferences that were open when the server ended; each waits again for its members. */
  async restore(): Promise<void> {
    for (const stored of await this.ports.store.listOpen()) {
      try {
        this.#add(stored, stored.facts);
        this.#count(stored.creator, 1);
      } catch (error) {
        // An unreadable one must not prevent the restoration of the others.
        this.ports.log.error({ err: error, conference: stored.id }, 'a conference could not be restored');
      }
    }
    this.#prune();
  }

  /** @throws {TooManyConferences} */
  async create(options: NewConference): Promise<LiveConference> {
    const limit = this.context.limits.maxOwnConferences;
    // The operator and the application's backend are responsible for the number they open.
    const isLimited = options.config?.operated === undefined;
    if (isLimited && (this.#owned.get(options.creator) ?? 0) >= limit) throw new TooManyConferences(limit);
    // Counted before any await, so that concurrent calls cannot exceed the limit.
    this.#count(options.creator, 1);
    try {
      return await this.#make(options);
    } catch (error) {
      this.#count(options.creator, -1);
      throw error;
    }
  }

  async #make(options: NewConference): Promise<LiveConference> {
    const record: ConferenceRecord = {
      id: this.context.newId('LC'),
      appKey: options.appKey,
      roomName: options.roomName,
      type: options.type,
      passwordHash: await this.ports.passwords.hash(options.password),
      creator: options.creator,
      config: options.config ?? {},
      createdAt: this.ports.clock.now(),
    };
    await this.ports.store.insert(record);
    return this.#add(record);
  }

  /** The open conference of the room, else a new one; concurrent calls get the same. */
  async openRoom(options: NewConference & { roomName: string }): Promise<LiveConference & { isNew: boolean }> {
    const key = roomKey(options.appKey, options.roomName);
    const known = this.findRoom(options.appKey, options.roomName);
    if (known !== undefined) return { ...known, isNew: false };
    const underWay = this.#opening.get(key);
    if (underWay !== undefined) return { ...(await underWay), isNew: false };
    const opening = this.create(options);
    this.#opening.set(key, opening);
    try {
      return { ...(await opening), isNew: true };
    } finally {
      this.#opening.delete(key);
    }
  }

  async hasPassword({ record }: LiveConference, password: string): Promise<boolean> {
    const proof = this.ports.signer.sign('password', JSON.stringify([record.id, password]));
    if (this.#proven.get(record.id) === proof) return true;
    const isRight = await this.ports.passwords.verify(password, record.passwordHash);
    if (isRight && this.#byId.has(record.id)) this.#proven.set(record.id, proof);
    return isRight;
  }

  /** Releases all memory once all writes have ended; stored conferences stay open. */
  async close(): Promise<void> {
    this.#stopPruning();
    const hosts = [...this.#ending, ...[...this.#byId.values()].map(({ host }) => host)];
    for (const cancel of this.#closings.values()) cancel();
    this.#closings.clear();
    for (const host of hosts) host.dispose();
    this.#byId.clear();
    this.#rooms.clear();
    await Promise.all([...this.#writes, ...hosts.map((host) => host.flush())]);
  }

  #add(record: ConferenceRecord, facts?: ReadonlyMap<string, string>): LiveConference {
    const { id, type, creator, config } = record;
    const { events } = this.ports;
    const videoCodecs = config.videoCodecs ?? VIDEO_CODECS;
    const basics = { id, type, creator, config, roles: new Map(), videoCodecs };
    const host = new ConferenceHost(begin(basics, this.context, facts), this.context, {
      clock: this.ports.clock,
      engine: this.ports.engine,
      sockets: this.ports.sockets,
      store: this.ports.store,
      events: {
        prepare: (event) => events.prepare(record, event),
        wake: () => events.stored(id),
        dropped: (count) => events.dropped(count, id),
      },
      log: this.ports.log,
      ...(this.ports.changed && { changed: this.ports.changed }),
      ...(this.ports.record && { record: this.ports.record }),
      closed: () => this.#remove(record),
    });
    const live = { record, host };
    this.#byId.set(id, live);
    if (record.roomName !== null) this.#rooms.set(roomKey(record.appKey, record.roomName), id);
    const { closesAt } = config.operated ?? {};
    if (closesAt !== undefined) this.#closeAt(host, closesAt);
    return live;
  }

  #remove({ id, appKey, roomName, creator }: ConferenceRecord): void {
    const host = this.#byId.get(id)?.host;
    const key = roomKey(appKey, roomName ?? '');
    this.#count(creator, -1);
    this.#byId.delete(id);
    this.#closings.get(id)?.();
    this.#closings.delete(id);
    this.#proven.delete(id);
    if (this.#rooms.get(key) === id) this.#rooms.delete(key);
    if (host === undefined) return;
    this.#ending.add(host);
    void host.settled().finally(() => this.#ending.delete(host));
  }

  /** Waits in steps, since the longest delay of a timer is 24.8 days. */
  #closeAt(host: ConferenceHost, closesAt: number): void {
    const { clock } = this.ports;
    const waitMs = Math.min(MAX_TIMER_MS, Math.max(0, closesAt - clock.now()));
    const cancel = clock.after(waitMs, () => {
      if (clock.now() < closesAt) return this.#closeAt(host, closesAt);
      host.feed({ kind: 'command', by: OPERATOR, command: { kind: 'disband' } });
    });
    this.#closings.set(host.id, cancel);
  }

  #count(creator: string, change: number): void {
    const count = (this.#owned.get(creator) ?? 0) + change;
    if (count > 0) this.#owned.set(creator, count);
    else this.#owned.delete(creator);
  }

  /** Closed conferences are never read again; their records would grow without bound. */
  #prune(): void {
    this.#write(this.ports.store.deleteClosed(this.ports.clock.now() - this.context.timings.retentionMs));
  }

  #write(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => this.ports.log.error({ err: error }, 'a conference fact could not be stored'))
      .finally(() => this.#writes.delete(done));
    this.#writes.add(done);
  }

  #hostOf(transportId: string): ConferenceHost | undefined {
    return this.#byId.get(transportId.slice(0, transportId.indexOf(':')))?.host;
  }

  readonly #onTransportState = (transportId: string, state: TransportState): void => {
    // A regular close by the client is followed by op 107; only failures need handling here.
    if (state === 'failed') this.#hostOf(transportId)?.feed({ kind: 'transportLost', transportId });
  };

  readonly #onWorkerLost = (transportIds: readonly string[], cause: Error): void => {
    this.ports.log.error({ err: cause, transports: transportIds.length }, 'a media worker was lost');
    const hosts = new Set(transportIds.map((id) => this.#hostOf(id)).filter((host) => host !== undefined));
    for (const host of hosts) {
      const mine = transportIds.filter((id) => id.startsWith(`${host.id}:`));
      host.feed({ kind: 'workerLost', transportIds: mine });
    }
  };
}

const roomKey = (appKey: string, roomName: string): string => `${appKey} ${roomName}`;
