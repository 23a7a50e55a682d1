import { ConferenceType, MIXED_AUDIO_STREAM_ID, Role } from '@lectern/rtc/protocol';
import type { ConferenceState } from './model.js';
import type { Step } from './step.js';

/** Conferences whose audio is mixed on the server (spec §3, "mixed flag"). */
export const isMixed = ({ type }: { readonly type: ConferenceType }): boolean =>
  type === ConferenceType.CommunicationMix || type === ConferenceType.Live;

/** Id of a conference's mix in the engine. */
export const mixIdOf = (state: ConferenceState): string | undefined => (isMixed(state) ? `${state.id}-mix` : undefined);

/** Opens the mix of a mixed conference; the engine does so once. Undefined for other types. */
export function openMix(step: Step): string | undefined {
  const mixId = mixIdOf(step.state);
  if (mixId !== undefined) step.effect({ kind: 'openMix', request: { roomId: step.state.id, mixId } });
  return mixId;
}

/** Id of a stream in the engine: stream "0" is the conference's mix. */
export const sourceIdOf = (state: ConferenceState, streamId: string): string =>
  (streamId === MIXED_AUDIO_STREAM_ID ? mixIdOf(state) : undefined) ?? streamId;

/**
 * Audience of a live conference comes and goes unannounced: announcing a thousand of them to each other would take a
 * million frames.
 */
export const entersSilently = ({ type }: ConferenceState, role: Role): boolean =>
  type === ConferenceType.Live && role === Role.Audience;
