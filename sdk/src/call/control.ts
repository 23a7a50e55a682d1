import { PAUSE_VIDEO, PAUSE_VOICE, RESUME_VIDEO, RESUME_VOICE } from './constants.js';
import type { CallContent } from './line.js';
import type { CallKind, CallSnapshot } from './types.js';

/** Control type that announces that a kind was muted or unmuted. */
export const controlTypeOf = (kind: CallKind, isMuted: boolean): number =>
  kind === 'audio' ? (isMuted ? PAUSE_VOICE : RESUME_VOICE) : isMuted ? PAUSE_VIDEO : RESUME_VIDEO;

/**
 * Media state that op 400 carries. Deployed senders swap 0 and 1 for their own microphone; the numbers are read as
 * deployed receivers read them (wire-conference 5.5).
 */
export function readControl({
  controlType,
}: CallContent): Partial<Pick<CallSnapshot, 'remoteAudioMuted' | 'remoteVideoMuted'>> {
  if (controlType === PAUSE_VOICE || controlType === RESUME_VOICE) {
    return { remoteAudioMuted: controlType === PAUSE_VOICE };
  }
  if (controlType === PAUSE_VIDEO || controlType === RESUME_VIDEO) {
    return { remoteVideoMuted: controlType === PAUSE_VIDEO };
  }
  return {};
}
