import { PAUSE_VIDEO, PAUSE_VOICE, RESUME_VIDEO, RESUME_VOICE } from './constants.js';
import type { CallContent } from './line.js';
import type { CallKind, CallSnapshot } from './types.js';

/** How it is told that a kind is muted. */
export const controlTypeOf = (kind: CallKind, isMuted: boolean): number =>
  kind === 'audio' ? (isMuted ? PAUSE_VOICE : RESUME_VOICE) : isMuted ? PAUSE_VIDEO : RESUME_VIDEO;

/**
 * What op 400 says of the sender's media. Deployed senders switch their own microphone the wrong way round for 0 and 1; the
 * numbers mean what their receivers make of them (wire-conference 5.5).
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
