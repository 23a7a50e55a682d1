import type { Conference, Snapshots } from '@lectern/rtc';
import { useCallback } from 'react';
import { useConference } from './conference.js';
import { useSelected } from './selected.js';

/** Interval of sampling the levels, in ms. */
export const ACTIVE_SPEAKER_INTERVAL_MS = 200;
/** Consecutive samples in which another member must be the loudest to become the speaker. */
const LOOKS_TO_CHANGE = 2;
/** Samples without speech after which there is no speaker: longer than pauses of speech. */
const LOOKS_TO_SILENCE = 6;
/** Levels below this, 0 to 1, are noise. */
const NOISE_LEVEL = 0.01;

/**
 * Tracks the active speaker while there are subscribers: by what the server announces, otherwise by the levels of the
 * mix, with one timer, regardless of the number of tiles.
 */
class Speaker implements Snapshots<string | undefined> {
  readonly #conference: Conference;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #stopFollowing: () => void = () => undefined;
  #memberId: string | undefined;
  #candidate: string | undefined;
  #looks = 0;

  constructor(conference: Conference) {
    this.#conference = conference;
  }

  readonly getSnapshot = (): string | undefined => this.#memberId;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) {
      this.#timer = setInterval(() => this.#look(), ACTIVE_SPEAKER_INTERVAL_MS);
      this.#stopFollowing = this.#conference.state.subscribe(() => this.#follow());
      this.#follow();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#stopFollowing();
    };
  };

  /** The loudest of the others, as the server ranks them. */
  #follow(): void {
    const { speakers, localMember } = this.#conference.state.getSnapshot();
    if (speakers) this.#set(speakers.find(({ memberId }) => memberId !== localMember?.id)?.memberId);
  }

  #look(): void {
    if (this.#conference.state.getSnapshot().speakers) return;
    const loudest = this.#loudest();
    this.#looks = loudest === this.#candidate ? this.#looks + 1 : 1;
    this.#candidate = loudest;
    if (loudest === this.#memberId || this.#looks < (loudest === undefined ? LOOKS_TO_SILENCE : LOOKS_TO_CHANGE))
      return;
    this.#set(loudest);
  }

  #set(memberId: string | undefined): void {
    if (memberId === this.#memberId) return;
    this.#memberId = memberId;
    for (const listener of this.#listeners) listener();
  }

  #loudest(): string | undefined {
    let loudest: string | undefined;
    let highest = NOISE_LEVEL;
    for (const [streamId, level] of this.#conference.mixedAudio?.levels() ?? []) {
      if (level <= highest) continue;
      highest = level;
      loudest = streamId;
    }
    return this.#conference.state.getSnapshot().streams.find(({ id }) => id === loudest)?.memberId;
  }
}

const speakers = new WeakMap<Conference, Speaker>();

function speakerOf(conference: Conference | undefined): Speaker | undefined {
  if (!conference) return undefined;
  const speaker = speakers.get(conference) ?? new Speaker(conference);
  speakers.set(conference, speaker);
  return speaker;
}

const itself = (memberId: string | undefined): string | undefined => memberId;

/** The speaker as {@link useActiveSpeaker} gives it; follows nothing, and renders for nothing, while it is not needed. */
export const useSpeakerWhile = (isNeeded: boolean): string | undefined => {
  const conference = useConference();
  return useSelected(isNeeded ? speakerOf(conference) : undefined, itself);
};

/**
 * Id of the loudest of the other members; undefined while no one speaks, and in conferences that are not mixed (types
 * 11 and 12 are) on servers that do not announce speakers. Renders when it changes; for a tile use
 * {@link useIsSpeaking}.
 */
export function useActiveSpeaker(): string | undefined {
  return useSpeakerWhile(true);
}

/**
 * True if a member is the loudest according to {@link useActiveSpeaker}; renders only the tiles whose value changes.
 */
export function useIsSpeaking(memberId: string): boolean {
  const isSpeaking = useCallback((speaker: string | undefined) => speaker === memberId, [memberId]);
  return useSelected(speakerOf(useConference()), isSpeaking) ?? false;
}
