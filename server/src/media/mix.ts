/**
 * The mixing part of the engine port (conference types 11 and 12).
 *
 * A *mix* sums the audio of the publications that are part of it. Each part receives all others, never itself, on its
 * own publishing connection; a subscriber of the mix receives all of them.
 */

/** Makes a publication part of a mix: its answer's audio section is `sendrecv` and carries the audio of the others. */
export interface MixPart {
  /** A mix opened by {@link MixEngine.openMix}. */
  readonly mixId: string;
  /** Identifies the speaker in the contributing sources (CSRC) of every mixed packet that contains its audio. */
  readonly csrc: number;
}

export interface MixRequest {
  readonly roomId: string;
  /** Unique over the engine's life; a source id for subscriptions (stream "0" of a conference). */
  readonly mixId: string;
}

export interface MixEngine {
  /**
   * Opens a mix that can be subscribed to at once and always delivers audio, silence included (trap T16). Idempotent.
   * It ends with `removeSource(mixId)`. After the loss of a worker its mixes are reopened in the next one, without
   * their parts, which rejoin when they are published again.
   *
   * @throws {MediaError} `engine-down`
   */
  openMix(request: MixRequest): void;
}
