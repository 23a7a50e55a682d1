import {
  ConferenceType,
  Role,
  StreamType,
  type Conference,
  type ConferenceEvents,
  type ConferenceSnapshot,
  type JoinRoomOptions,
  type MemberSnapshot,
  type Snapshots,
  type StreamSnapshot,
} from '@lectern/rtc';
import type { ConferenceClient, DevicesSnapshot } from '../client.js';

/** Observable state controlled by the test. */
export class FakeStore<T> implements Snapshots<T> {
  readonly listeners = new Set<() => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  readonly getSnapshot = (): T => this.#value;
  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  set(value: T): void {
    this.#value = value;
    for (const listener of [...this.listeners]) listener();
  }
}

export const fakeMember = (id: string, over: Partial<MemberSnapshot> = {}): MemberSnapshot => ({
  id,
  name: `org#app_${id}`,
  user: id,
  nickName: id,
  displayName: id,
  role: Role.Talker,
  ext: undefined,
  acceptedOps: [],
  isLocal: false,
  ...over,
});

export const fakeStream = (id: string, over: Partial<StreamSnapshot> = {}): StreamSnapshot => ({
  id,
  memberId: `member-${id}`,
  memberName: `org#app_member-${id}`,
  type: StreamType.Video,
  isLocal: false,
  name: undefined,
  ext: undefined,
  audioMuted: false,
  videoMuted: false,
  version: 1,
  videoCodecs: ['VP8'],
  resolution: undefined,
  link: 'idle',
  wanted: undefined,
  mediaStream: undefined,
  ...over,
});

/** Only its identity matters. */
export const fakeMedia = (): MediaStream => ({}) as MediaStream;

const empty: ConferenceSnapshot = {
  id: 'C1',
  type: ConferenceType.Communication,
  isMixed: false,
  isCreator: false,
  state: 'joined',
  signalling: 'connected',
  localMember: fakeMember('me', { isLocal: true }),
  role: Role.Talker,
  members: [],
  streams: [],
  version: 1,
  isAllMuted: false,
  mixedAudio: undefined,
  speakers: undefined,
  isMuted: false,
  attributes: {},
  liveConfigs: [],
  isPlaybackBlocked: false,
  exit: undefined,
};

/** A conference whose state the test sets; it records calls. */
export class FakeConference implements Conference {
  readonly id = 'C1';
  readonly state: FakeStore<ConferenceSnapshot>;
  /** Result of `mixedAudio.levels`, by stream id. */
  levels: ReadonlyMap<string, number> = new Map();
  readonly mixedAudio = { volume: 1, levels: () => this.levels, attach: () => () => undefined };
  readonly subscribed: string[] = [];
  /** `attach:<id>` and `detach:<id>`, in order. */
  readonly attachments: string[] = [];
  leaves = 0;
  failSubscribe: Error | undefined;
  readonly #listeners = new Map<string, Set<(...args: never[]) => void>>();

  constructor(over: Partial<ConferenceSnapshot> = {}) {
    this.state = new FakeStore<ConferenceSnapshot>({ ...empty, ...over });
  }

  update(over: Partial<ConferenceSnapshot>): void {
    this.state.set({ ...this.state.getSnapshot(), ...over });
  }

  updateStream(id: string, over: Partial<StreamSnapshot>): void {
    const { streams } = this.state.getSnapshot();
    this.update({ streams: streams.map((stream) => (stream.id === id ? { ...stream, ...over } : stream)) });
  }

  updateMember(id: string, over: Partial<MemberSnapshot>): void {
    const { members } = this.state.getSnapshot();
    this.update({ members: members.map((member) => (member.id === id ? { ...member, ...over } : member)) });
  }

  emit<K extends keyof ConferenceEvents>(event: K, ...args: Parameters<ConferenceEvents[K]>): void {
    for (const listener of this.#listeners.get(event) ?? []) (listener as (...a: unknown[]) => void)(...args);
  }

  on<K extends keyof ConferenceEvents>(event: K, listener: ConferenceEvents[K]) {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  listenerCount(): number {
    return [...this.#listeners.values()].reduce((sum, listeners) => sum + listeners.size, 0);
  }

  publish(): never {
    throw new Error('this fake does not publish');
  }

  async subscribe(stream: StreamSnapshot | string): Promise<never> {
    this.subscribed.push(typeof stream === 'string' ? stream : stream.id);
    if (this.failSubscribe) throw this.failSubscribe;
    return undefined as never;
  }

  hangUp(): Promise<void> {
    return Promise.resolve();
  }

  readonly localStream = ((type: StreamType = StreamType.Video) => {
    const stream = this.state.getSnapshot().streams.find((one) => one.isLocal && one.type === type);
    return stream && { attach: this.#attach(stream.id) };
  }) as unknown as Conference['localStream'];

  readonly remoteStream = ((id: string) => ({ attach: this.#attach(id) })) as unknown as Conference['remoteStream'];

  #attach(id: string) {
    return () => {
      this.attachments.push(`attach:${id}`);
      return () => void this.attachments.push(`detach:${id}`);
    };
  }

  resumePlayback(): Promise<void> {
    return Promise.resolve();
  }

  leave(): Promise<void> {
    this.leaves += 1;
    return Promise.resolve();
  }
}

const devices: DevicesSnapshot = { cameras: [], microphones: [], speakers: [], permission: 'unknown' };

/** A client whose joining the test settles. */
export class FakeClient implements ConferenceClient {
  readonly current: FakeStore<Conference | undefined>;
  readonly devices = { state: new FakeStore(devices) };
  readonly joins: {
    readonly options: JoinRoomOptions;
    succeed(conference: FakeConference): void;
    fail(error: Error): void;
  }[] = [];

  constructor(conference?: FakeConference) {
    this.current = new FakeStore<Conference | undefined>(conference);
  }

  joinRoom(options: JoinRoomOptions): Promise<Conference> {
    return new Promise((resolve, reject) => {
      this.joins.push({
        options,
        succeed: (conference) => {
          this.current.set(conference);
          resolve(conference);
        },
        fail: reject,
      });
      options.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  }
}
