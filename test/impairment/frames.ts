export type Direction = 'toServer' | 'toClient';

/** One WebSocket message in transit. */
export interface Frame {
  readonly direction: Direction;
  readonly isBinary: boolean;
  readonly data: Buffer;
  /** The parsed message, if the frame is text with a JSON object. */
  readonly message: Readonly<Record<string, unknown>> | undefined;
}

const parseObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
};

export const makeFrame = (direction: Direction, data: Buffer, isBinary: boolean): Frame => ({
  direction,
  isBinary,
  data,
  message: isBinary ? undefined : parseObject(data.toString('utf8')),
});

/** The frame with another message in it. */
export const withMessage = (frame: Frame, message: Readonly<Record<string, unknown>>): Frame => ({
  ...frame,
  data: Buffer.from(JSON.stringify(message)),
  message,
});

/** Returns the frame to pass on: the same, another, or undefined to drop it. */
export type FrameRule = (frame: Frame) => Frame | undefined | Promise<Frame | undefined>;

export type FramePredicate = (frame: Frame) => boolean;

/** Chooses frames by operation number, and direction if given. */
export const byOp =
  (op: number, direction?: Direction): FramePredicate =>
  (frame) =>
    frame.message?.['op'] === op && (direction === undefined || frame.direction === direction);

/** The frames that a rule has matched, and the way to end the rule. */
export interface FrameTap {
  /** The matched frames in the order of arrival. */
  readonly frames: readonly Frame[];
  /** Ends the rule. Idempotent. */
  remove(): void;
}

/** A {@link FrameTap} that holds frames back. While a frame is held, later frames in the same direction wait too. */
export interface FrameHold extends FrameTap {
  /** Releases the held frames and stops holding. */
  release(): void;
}
