/** A member who talks. */
export interface ActiveSpeaker {
  readonly memberId: string;
  /** The stream with the voice. */
  readonly streamId: string;
  /** Loudness when the speakers changed last, 0 to 1. */
  readonly level: number;
}

/** Use of a received picture. */
export interface VideoQuality {
  /** Height of its place in device pixels, 0 to 16,384; 0 pauses it, absent for the largest size. */
  readonly height?: number;
  /** It comes before other pictures where the network is too small for all. */
  readonly isPinned?: boolean;
}
