import type { ConferencePort } from '../conference/port.js';
import type { Conference, StreamSnapshot } from '../conference/types.js';
import { TALKING_LEVEL } from './constants.js';
import { updateActiveSpeakers, type ActiveSpeakers } from './active-speakers.js';
import type { StreamQuality } from './types.js';

/** Determines active speakers: by the levels that packets carry, otherwise by the last measurement. */
export class ActiveSpeakerMonitor {
  /** Least level of a member who talks, 0 to 1. */
  level: number = TALKING_LEVEL;
  readonly #conference: Conference;
  readonly #port: ConferencePort;
  readonly #qualityOf: (streamId: string) => StreamQuality | undefined;
  /** Time of the newest packet of each stream. */
  readonly #heard = new Map<string, number>();
  #activeSpeakers: ActiveSpeakers = new Map();
  #talking: readonly string[] = [];

  constructor(conference: Conference, port: ConferencePort, statsOf: (streamId: string) => StreamQuality | undefined) {
    this.#conference = conference;
    this.#port = port;
    this.#qualityOf = statsOf;
  }

  /** Ids of the members who talk; undefined if unchanged since the last call. */
  look(): readonly string[] | undefined {
    const { store, platform } = this.#port.context;
    const { streams, members, localMember } = store.now;
    const mixed = this.#conference.mixedAudio?.levels();
    const levels = streams.map((stream) => [stream.memberId, mixed?.get(stream.id) ?? this.#levelOf(stream)] as const);
    this.#activeSpeakers = updateActiveSpeakers(this.#activeSpeakers, levels, platform.clock.now(), this.level);
    const ids = [localMember?.id ?? '', ...members.map(({ id }) => id)].filter((id) => this.#activeSpeakers.has(id));
    if (ids.join() === this.#talking.join()) return undefined;
    this.#talking = ids;
    return ids;
  }

  #levelOf({ id, isLocal, audioMuted }: StreamSnapshot): number {
    if (audioMuted) return 0;
    const sources = isLocal ? [] : (this.#port.linkOf(id)?.sources() ?? []);
    const levels = sources.filter(({ audioLevel }) => audioLevel !== undefined);
    if (levels.length === 0) return this.#qualityOf(id)?.latest.audio?.level ?? 0;
    // A source that stopped sending stays listed for a while with the level of its last packet.
    const newest = Math.max(...levels.map(({ timestamp }) => timestamp));
    const isFresh = newest > (this.#heard.get(id) ?? 0);
    this.#heard.set(id, newest);
    return isFresh ? Math.max(...levels.map(({ audioLevel }) => audioLevel ?? 0)) : 0;
  }
}
