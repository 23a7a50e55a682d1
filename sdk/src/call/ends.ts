import { END_OTHER_DEVICE, OTHER_DEVICE_RESULT } from './constants.js';
import type { CallMessage } from './line.js';
import type { CallEndReason } from './types.js';

/** By `ConferenceBody.endReason`, with the word of op 107 (wire-conference 5.2). */
const REASONS: readonly (readonly [CallEndReason, string])[] = [
  ['hangup', 'success'],
  ['noresponse', 'timeout'],
  ['reject', 'decline'],
  ['busy', 'busy'],
  ['fail', 'failed-transport'],
  ['unsupported', 'unsupported'],
  ['offline', 'offline'],
];

/** End reason and word that are sent to the other side for a reason. */
export function farewellOf(reason: CallEndReason): { readonly endReason: number; readonly word: string } {
  const endReason = Math.max(
    0,
    REASONS.findIndex(([known]) => known === reason),
  );
  return { endReason, word: REASONS[endReason]?.[1] ?? '' };
}

/** Reads the end reason of op 107; only the number is used (wire-im 5.3). */
export const endReasonOf = ({ content, endReason }: CallMessage): CallEndReason =>
  content.result === OTHER_DEVICE_RESULT || content.endReason === END_OTHER_DEVICE
    ? 'other-device'
    : (REASONS[endReason]?.[0] ?? 'hangup');
