/** A period of time. */
export interface Span {
  /** Epoch ms. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** A file with audio, and the time of its playback. */
export interface Voice extends Span {
  readonly file: string;
}

/** Voices that are mixed into one file, which replaces them. */
export interface VoiceGroup extends Span {
  readonly voices: readonly Voice[];
}

/**
 * Voices in groups of at most `size`. Voices that began after each other share a group, so that the mix of a group is
 * hardly longer than its voices.
 */
export function groupVoices(voices: readonly Voice[], size: number): VoiceGroup[] {
  const ordered = [...voices].sort((a, b) => a.startedAt - b.startedAt);
  return Array.from({ length: Math.ceil(ordered.length / size) }, (_, index) => {
    const group = ordered.slice(index * size, (index + 1) * size);
    const startedAt = Math.min(...group.map((voice) => voice.startedAt));
    const endedAt = Math.max(...group.map((voice) => voice.startedAt + voice.durationMs));
    return { voices: group, startedAt, durationMs: endedAt - startedAt };
  });
}
