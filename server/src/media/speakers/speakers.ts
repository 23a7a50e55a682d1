import type { Clock } from '@lectern/kit/clock';
import { type RankedVoice, SpeakerRanking } from './ranking.js';

/** Interval in which changes of the speakers are announced. */
const ANNOUNCE_MS = 300;
/** Speakers that do not change are announced again, for members who entered meanwhile. */
const ANNOUNCE_AGAIN_MS = 2_000;

export type AnnounceSpeakers = (roomId: string, speakers: readonly RankedVoice[]) => void;

interface Room {
  readonly ranking: SpeakerRanking;
  stop: () => void;
  announced: string;
  announcedAt: number;
  /** Source of the voice that was loudest last, also in pauses. */
  speaker: string | undefined;
}

/** The voice of one source in its room. */
export interface Voice {
  /** Registers a packet that is not muted. Returns false if subscribers do not receive it. */
  heard(level: number, now: number): boolean;
  /** The source was muted or has ended. */
  silence(): void;
  /** True for the active speaker of the room: the loudest voice, or the last one in a pause. */
  readonly isSpeaker: boolean;
}

/** The active speakers of all rooms of a worker. */
export class Speakers {
  readonly #rooms = new Map<string, Room>();

  /** @param maxVoices limit of voices that a room forwards at once; 0 for none */
  constructor(
    private readonly clock: Clock,
    private readonly maxVoices: number,
    private readonly announce: AnnounceSpeakers,
  ) {}

  voice(roomId: string, sourceId: string): Voice {
    const rooms = this.#rooms;
    return {
      get isSpeaker() {
        return rooms.get(roomId)?.speaker === sourceId;
      },
      heard: (level, now) => {
        const { ranking } = this.#rooms.get(roomId) ?? this.#open(roomId);
        ranking.heard(sourceId, level, now);
        return ranking.isForwarded(sourceId);
      },
      silence: () => {
        const room = this.#rooms.get(roomId);
        room?.ranking.remove(sourceId);
        if (room?.speaker === sourceId) room.speaker = undefined;
      },
    };
  }

  close(): void {
    for (const { stop } of this.#rooms.values()) stop();
    this.#rooms.clear();
  }

  #open(roomId: string): Room {
    const room: Room = {
      ranking: new SpeakerRanking(this.maxVoices),
      stop: () => undefined,
      announced: '',
      announcedAt: -Infinity,
      speaker: undefined,
    };
    room.stop = this.clock.every(ANNOUNCE_MS, () => this.#look(roomId, room));
    this.#rooms.set(roomId, room);
    return room;
  }

  #look(roomId: string, room: Room): void {
    const now = this.clock.now();
    const speakers = room.ranking.rank(now);
    room.speaker = speakers[0]?.sourceId ?? room.speaker;
    const names = speakers.map(({ sourceId }) => sourceId).join();
    const isDue = names !== '' && now - room.announcedAt >= ANNOUNCE_AGAIN_MS;
    if (names !== room.announced || isDue) {
      room.announced = names;
      room.announcedAt = now;
      this.announce(roomId, speakers);
    }
    if (!room.ranking.isEmpty) return;
    room.stop();
    this.#rooms.delete(roomId);
  }
}
