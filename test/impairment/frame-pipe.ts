import { makeFrame, type Direction, type Frame, type FrameRule } from './frames.js';

/**
 * Treatment of frames in one direction: `pass`, `stall` (hold them until passing resumes, as TCP does over a short
 * outage) or `swallow` (drop them, as with a half-open connection).
 */
export type FlowMode = 'pass' | 'stall' | 'swallow';

/** The settings of one direction, shared by all connections of a proxy. */
export interface Flow {
  readonly mode: FlowMode;
  readonly delayMs: number;
  readonly rules: readonly FrameRule[];
  /** Resolves when the mode is no longer `stall`. */
  whenFlowing(): Promise<void>;
  /** Told of each frame or ping that was swallowed. */
  onSwallowed(): void;
}

/** One direction of one connection: in order, through the rules, each frame late by the delay. */
export class FramePipe {
  #tail: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(
    private readonly direction: Direction,
    private readonly flow: Flow,
    private readonly deliver: (frame: Frame) => void,
  ) {}

  push(data: Buffer, isBinary: boolean): void {
    const frame = makeFrame(this.direction, data, isBinary);
    this.#enqueue(async () => {
      const result = await this.#applyRules(frame);
      if (result !== undefined && this.#mayPass()) this.deliver(result);
    });
  }

  /** Queues an action that must keep its place among the frames, such as a ping or the end of the connection. */
  pushControl(action: () => void): void {
    this.#enqueue(() => {
      if (this.#mayPass()) action();
      return Promise.resolve();
    });
  }

  /** Drops frames in flight. */
  close(): void {
    this.#isClosed = true;
  }

  #enqueue(action: () => Promise<void>): void {
    if (!this.#mayPass()) return;
    const dueAt = performance.now() + this.flow.delayMs;
    this.#tail = this.#tail.then(async () => {
      const waitMs = dueAt - performance.now();
      if (waitMs > 0) await new Promise((resolve) => void setTimeout(resolve, waitMs));
      await this.flow.whenFlowing();
      await action();
    });
  }

  #mayPass(): boolean {
    if (this.#isClosed) return false;
    if (this.flow.mode !== 'swallow') return true;
    this.flow.onSwallowed();
    return false;
  }

  async #applyRules(frame: Frame): Promise<Frame | undefined> {
    let current: Frame | undefined = frame;
    for (const rule of this.flow.rules) {
      if (current === undefined) return undefined;
      current = await rule(current);
    }
    return current;
  }
}
