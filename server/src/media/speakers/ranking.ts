/** Ranking of the voices of one room by the audio levels of their packets (RFC 6464). */

/** Loudness that counts as talking, in dB below full scale: 0.05, as the SDK has it. */
const TALKING_DB = 26;
/** A turn ends this long after its last loud packet: pauses between words are shorter. */
const TURN_MS = 1_200;
/** Time constants of the smoothed loudness: a voice is ranked by its turn, not by a cough. */
const RISE_MS = 200;
const FALL_MS = 800;
/** The advantage of who is ranked first, or forwarded, already. */
const ADVANTAGE_DB = 3;
const SILENT_DB = 127;
/** Packets come every 20 ms or, in DTX, every 400 ms. */
const LONGEST_STEP_MS = 400;

export interface RankedVoice {
  readonly sourceId: string;
  /** Smoothed loudness, 0 to 1. */
  readonly level: number;
}

interface Voice {
  /** Smoothed, in dB below full scale. */
  loudness: number;
  heardAt: number;
  loudAt: number;
}

export class SpeakerRanking {
  readonly #voices = new Map<string, Voice>();
  readonly #forwarded = new Set<string>();
  #first: string | undefined;

  /** @param maxVoices limit of voices that are forwarded at once; 0 for none */
  constructor(private readonly maxVoices: number) {}

  get isEmpty(): boolean {
    return this.#voices.size === 0;
  }

  /** Registers a packet. @param level dB below full scale, 0 to 127; `now` in ms */
  heard(sourceId: string, level: number, now: number): void {
    const voice = this.#voices.get(sourceId) ?? { loudness: SILENT_DB, heardAt: now - RISE_MS / 10, loudAt: -Infinity };
    const constant = level < voice.loudness ? RISE_MS : FALL_MS;
    const share = 1 - Math.exp(-Math.min(LONGEST_STEP_MS, Math.max(0, now - voice.heardAt)) / constant);
    voice.loudness += share * (level - voice.loudness);
    voice.heardAt = now;
    if (level <= TALKING_DB) voice.loudAt = now;
    this.#voices.set(sourceId, voice);
    if (level <= TALKING_DB) this.#admit(sourceId, now);
  }

  /** True if the voice is forwarded: where there are more, only the loudest ones are. */
  isForwarded(sourceId: string): boolean {
    return this.maxVoices === 0 || this.#forwarded.has(sourceId) || !this.#voices.has(sourceId);
  }

  /** The voice fell silent for good: muted or ended. */
  remove(sourceId: string): void {
    this.#voices.delete(sourceId);
    this.#forwarded.delete(sourceId);
  }

  /** Voices that talk now, loudest first; the first one stays so until another one is clearly louder. */
  rank(now: number): RankedVoice[] {
    const talking = [...this.#voices].filter(([, { loudAt }]) => now - loudAt < TURN_MS);
    const valueOf = (id: string, { loudness }: Voice): number => loudness - (id === this.#first ? ADVANTAGE_DB : 0);
    const ranked = talking.toSorted(([a, one], [b, other]) => valueOf(a, one) - valueOf(b, other));
    this.#first = ranked[0]?.[0];
    return ranked.map(([sourceId, { loudness }]) => ({ sourceId, level: 10 ** (-loudness / 20) }));
  }

  /** Decided with each loud packet, so that a turn loses none of its beginning while there is room. */
  #admit(sourceId: string, now: number): void {
    if (this.maxVoices === 0 || this.#forwarded.has(sourceId)) return;
    if (this.#forwarded.size >= this.maxVoices) {
      const quietest = this.#quietest(now);
      const own = this.#voices.get(sourceId)?.loudness ?? SILENT_DB;
      if (quietest === undefined || own > quietest.loudness - ADVANTAGE_DB) return;
      this.#forwarded.delete(quietest.sourceId);
    }
    this.#forwarded.add(sourceId);
  }

  #quietest(now: number): { readonly sourceId: string; readonly loudness: number } | undefined {
    let quietest: { sourceId: string; loudness: number } | undefined;
    for (const sourceId of this.#forwarded) {
      const { loudness = SILENT_DB, loudAt = -Infinity } = this.#voices.get(sourceId) ?? {};
      const current = now - loudAt < TURN_MS ? loudness : SILENT_DB;
      if (quietest === undefined || current > quietest.loudness) quietest = { sourceId, loudness: current };
    }
    return quietest;
  }
}
