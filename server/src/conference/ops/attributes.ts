import { Op, ServerCode } from '@lectern/rtc/protocol';
import { requireAdmin, requirePresent } from '../authority.js';
import { FrameError } from '../frames.js';
import type { Step } from '../step.js';

export interface AttributeChange {
  readonly key: string;
  /** Undefined deletes. */
  readonly val: string | undefined;
}

/** Attributes at a time, and characters of all keys and values: they are part of every enter response. */
export const MAX_ATTRIBUTES = 100;
export const MAX_ATTRIBUTES_LENGTH = 64 * 1024;

/** The changed attributes, with the oldest tombstones removed where there are too many. @throws {FrameError} */
function changed(
  before: ReadonlyMap<string, string | null>,
  changes: readonly AttributeChange[],
): Map<string, string | null> {
  const after = new Map(before);
  for (const { key, val } of changes) after.set(key, val ?? null);
  const live = [...after].filter(([, val]) => val !== null);
  const length = live.reduce((sum, [key, val]) => sum + key.length + (val ?? '').length, 0);
  if (live.length > MAX_ATTRIBUTES || length > MAX_ATTRIBUTES_LENGTH) {
    const limit = `${MAX_ATTRIBUTES} attributes and ${MAX_ATTRIBUTES_LENGTH} characters in all`;
    throw new FrameError(ServerCode.BadParameters, `a conference has at most ${limit}; delete some first`);
  }
  for (const [key, val] of after) {
    if (after.size <= MAX_ATTRIBUTES) break;
    if (val === null) after.delete(key);
  }
  return after;
}

/**
 * confr/attrs/update with `cattrs`: an admin that is present sets and deletes attributes; all members are notified
 * (402).
 */
export function updateAttributes(step: Step, by: string, changes: readonly AttributeChange[]): void {
  requireAdmin(step.state, by);
  requirePresent(step.state, [by]);
  if (changes.length === 0) throw new FrameError(ServerCode.BadParameters, 'name at least one attribute in "cattrs"');
  step.patch({ cattrs: changed(step.state.cattrs, changes) });
  const cattrs = changes.map(({ key, val }) => ({ key, val: val ?? '', op: val === undefined ? 'DEL' : 'UPDATE' }));
  step.announce({ op: Op.AttributesUpdated, cattrs });
}

/** confr/attrs/update with `cstate`: mutes all but the admins, including later members, or ends that. */
export function muteAll(step: Step, by: string, isMuted: boolean): void {
  requireAdmin(step.state, by);
  if ((step.state.cstate?.muteAll ?? false) === isMuted) return;
  const cstate = { muteAll: isMuted };
  step.patch({ cstate });
  // `cattrs` must accompany any `cstate` (trap T6); an empty list changes none.
  step.announce({ op: Op.AttributesUpdated, cattrs: [], cstate });
}
