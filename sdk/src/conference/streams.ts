import { StreamType, decodeLoose, type WireStream } from '../protocol/index.js';
import type { ConferenceStore } from './conference-store.js';
import type { StreamSnapshot } from './types.js';

const TYPES: readonly number[] = Object.values(StreamType);

const isPlain = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));

const same = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || (isPlain(one) && isPlain(other) && JSON.stringify(one) === JSON.stringify(other));

/** Reads the server's fields of a stream; fields that only this side has are left out. */
export const readStream = (wire: WireStream) => ({
  id: wire.id,
  memberId: wire.memId,
  memberName: wire.memName ?? '',
  type: (TYPES.includes(wire.type) ? wire.type : StreamType.Video) as StreamType,
  name: wire.name,
  ext: decodeLoose(wire.ext),
  audioMuted: wire.aoff === 1,
  videoMuted: wire.voff === 1,
  version: wire.sver ?? 0,
  videoCodecs: wire.vcodes ?? [],
  csrc: wire.csrc,
  resolution: wire.resolution && { width: wire.resolution.w, height: wire.resolution.h },
  videoBitrate: wire.vbitrate,
  audioBitrate: wire.abitrate,
  screenOptions: wire.screenOptions,
});

const CHANGES = ['audioMuted', 'videoMuted', 'version', 'mediaStream'] as const;

/** The streams of the conference, local and remote, in order of arrival. An unchanged stream stays the same object. */
export class Streams {
  readonly #store: ConferenceStore;
  readonly #byId = new Map<string, StreamSnapshot>();

  constructor(store: ConferenceStore) {
    this.#store = store;
  }

  get(id: string): StreamSnapshot | undefined {
    return this.#byId.get(id);
  }

  all(): readonly StreamSnapshot[] {
    return [...this.#byId.values()];
  }

  add(stream: StreamSnapshot): void {
    this.#byId.set(stream.id, stream);
    this.#publish();
    this.#store.emit('streamAdded', stream);
  }

  /** Updates a stream and emits the change if the application can see the stream; unknown streams are ignored. */
  patch(id: string, part: Partial<StreamSnapshot>): void {
    const stream = this.#byId.get(id);
    if (!stream) return;
    const keys = (Object.keys(part) as (keyof StreamSnapshot)[]).filter((key) => !same(stream[key], part[key]));
    if (keys.length === 0) return;
    const next = { ...stream, ...Object.fromEntries(keys.map((key) => [key, part[key]])) };
    this.#byId.set(id, next);
    this.#store.change(() => {
      this.#publish();
      if (keys.includes('link')) this.#store.emit('linkStateChanged', next, next.link, stream.link);
      if (keys.every((key) => key === 'link' || key === 'wanted')) return;
      const changes = CHANGES.filter((key) => keys.includes(key)).map(
        (key) => [key, key === 'mediaStream' || next[key]] as const,
      );
      this.#store.emit('streamUpdated', next, Object.fromEntries(changes));
    });
  }

  remove(id: string): void {
    const stream = this.#byId.get(id);
    if (!stream) return;
    this.#byId.delete(id);
    this.#publish();
    this.#store.emit('streamRemoved', stream);
  }

  #publish(): void {
    this.#store.patch({ streams: this.all() });
  }
}
