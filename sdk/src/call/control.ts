import { ConferenceControlType } from '../im-protocol/conference-body.js';
import type { CallContent } from './line.js';
import type { CallKind } from './types.js';

const { PauseVoice, ResumeVoice, PauseVideo, ResumeVideo } = ConferenceControlType;

/** How it is told that a kind is muted. */
export const controlTypeOf = (kind: CallKind, isMuted: boolean): number =>
  kind === 'audio' ? (isMuted ? PauseVoice : ResumeVoice) : isMuted ? PauseVideo : ResumeVideo;

/**
 * What op 400 says of the sender's media. Deployed senders switch their own microphone the wrong way round for 0 and 1; the
 * numbers mean what their receivers make of them (wire-conference 5.5).
 */
export function readControl({ controlType }: CallContent): readonly [CallKind, boolean] | undefined {
  switch (controlType) {
    case PauseVoice:
    case ResumeVoice:
      return ['audio', controlType === PauseVoice];
    case PauseVideo:
    case ResumeVideo:
      return ['video', controlType === PauseVideo];
    default:
      return undefined;
  }
}
