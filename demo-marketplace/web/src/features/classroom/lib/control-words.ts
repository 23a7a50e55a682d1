import { LecternError } from '@lectern/rtc';
import type { MediaCommand, PointerEnd } from '@lectern/rtc/remote-control';
import type { MessageId } from '../../../i18n/messages.js';

/** Failures of a remote-control request. */
export type ControlProblem = 'refused' | 'busy' | 'notAllowed' | 'unanswered' | 'unsupported' | 'hidden' | 'failed';

const PROBLEMS: Readonly<Record<number, ControlProblem>> = {
  [-402]: 'refused',
  [-403]: 'busy',
  [-405]: 'notAllowed',
  [-408]: 'unanswered',
  [-507]: 'unsupported',
};

/** Maps an error to its problem; undefined if the requester cancelled the request. */
export function controlProblemOf(error: unknown): ControlProblem | undefined {
  if (!(error instanceof LecternError)) return 'failed';
  if (error.reason === 'aborted' || error.reason === 'closed') return undefined;
  if (error.reason === 'invalid-state') return 'hidden';
  // A failed command has a code of its own; the code of its cause gives the reason.
  const { code } = error.cause instanceof LecternError ? error.cause : error;
  return PROBLEMS[code ?? 0] ?? 'failed';
}

/** Ends that are reported to the controller: all but those it caused itself. */
const ENDED = ['freed', 'timeout', 'stream-removed', 'member-left', 'hang-up', 'overflow'] as const;
/** Ends that are reported to the controlled member. */
const OVER = ['stopped', 'freed', 'timeout', 'stream-removed', 'member-left'] as const;

/** The text for the controller when a control ends. */
export function endedTextOf(end: PointerEnd): MessageId | undefined {
  const told = ENDED.find((each) => each === end);
  return told && `room.control.ended.${told}`;
}

/** The text for the controlled member when a control ends. */
export function overTextOf(end: PointerEnd): MessageId | undefined {
  const told = OVER.find((each) => each === end);
  return told && `room.control.over.${told}`;
}

/** The text that describes a requested camera command. */
export const commandTextOf = (command: MediaCommand): MessageId =>
  command.kind === 'media' ? `room.control.consent.media.${command.type}` : `room.control.consent.${command.kind}`;
