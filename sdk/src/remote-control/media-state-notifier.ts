import type { CameraState } from './camera.js';
import type { MediaCommand } from './types.js';

const UNTOUCHED: CameraState = { zoom: 1, isFrozen: false, torch: false };

const isSame = (a: CameraState, b: CameraState): boolean =>
  a.zoom === b.zoom && a.isFrozen === b.isFrozen && a.torch === b.torch;

function changeOf(command: MediaCommand): Partial<CameraState> | undefined {
  switch (command.kind) {
    case 'freeze':
      return { isFrozen: command.isOn };
    case 'torch':
      return { torch: command.isOn };
    case 'zoom':
      return { zoom: command.factor };
    default:
      return undefined;
  }
}

/** Notifies members that changed a stream when its state differs from what they last set or received. */
export class MediaStateNotifier {
  readonly #taken = new Map<string, CameraState>();
  readonly #tell: (memberId: string, state: CameraState) => void;

  constructor(tell: (memberId: string, state: CameraState) => void) {
    this.#tell = tell;
  }

  /** A command of a member was carried out: the member assumes the state that it requested. */
  commandApplied(memberId: string, command: MediaCommand): void {
    const change = changeOf(command);
    if (change) this.#taken.set(memberId, { ...(this.#taken.get(memberId) ?? UNTOUCHED), ...change });
  }

  /** Notifies members whose known state differs from this one. */
  changed(state: CameraState): void {
    for (const [memberId, taken] of this.#taken) {
      if (isSame(taken, state)) continue;
      this.#taken.set(memberId, state);
      this.#tell(memberId, state);
    }
  }

  /** Drops members that have left. */
  keep(isThere: (memberId: string) => boolean): void {
    for (const memberId of this.#taken.keys()) if (!isThere(memberId)) this.#taken.delete(memberId);
  }
}
