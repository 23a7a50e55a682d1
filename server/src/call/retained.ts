import type { Meta } from '@lectern/rtc/im-protocol';
import { Op } from '@lectern/rtc/protocol';
import type { CallMessage } from './content.js';

/** Longest total of the payloads that are kept for one side. */
const MAX_BYTES = 256 * 1024;

/** Pause and resume of audio are 0 and 1, of video 2 and 3 (wire-im 5.3). */
const CONTROL_KEYS: readonly string[] = ['audio', 'audio', 'video', 'video'];

/**
 * Key of the state that a message carries, so that a newer message replaces it; undefined for a message without lasting
 * state.
 */
export function stateKeyOf({ op, controlType }: CallMessage): string | undefined {
  if (op === Op.Terminate) return 'end';
  return op === Op.StreamControl ? CONTROL_KEYS[Number(controlType)] : undefined;
}

interface Entry {
  readonly meta: Meta;
  readonly stateKey: string | undefined;
  /** Resources that it was pushed to. */
  readonly pushedTo: Set<string>;
}

const bytesOf = ({ payload }: Meta): number => payload?.length ?? 0;

/**
 * Messages to one side of a call that its devices may have missed. State (muted kinds, the end) is delivered at each
 * login, because a message pushed into a dead socket is lost without a sign; any other message is delivered once to
 * each device.
 */
export class RetainedMessages {
  #entries: readonly Entry[] = [];
  #bytes = 0;

  /** Messages beyond the limit are not kept. */
  put(meta: Meta, stateKey: string | undefined, pushedTo: readonly string[]): void {
    if (stateKey !== undefined) this.#remove(stateKey);
    if (this.#bytes + bytesOf(meta) > MAX_BYTES) return;
    this.#bytes += bytesOf(meta);
    this.#entries = [...this.#entries, { meta, stateKey, pushedTo: new Set(pushedTo) }];
  }

  /** Chosen by the caller; part of every message. */
  take(resource: string): readonly Meta[] {
    const missed = this.#entries.filter(({ stateKey, pushedTo }) => stateKey !== undefined || !pushedTo.has(resource));
    for (const { pushedTo } of missed) pushedTo.add(resource);
    return missed.map(({ meta }) => meta);
  }

  #remove(stateKey: string): void {
    const older = this.#entries.find((entry) => entry.stateKey === stateKey);
    if (older === undefined) return;
    this.#bytes -= bytesOf(older.meta);
    this.#entries = this.#entries.filter((entry) => entry !== older);
  }
}
