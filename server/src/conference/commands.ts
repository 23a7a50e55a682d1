import type { ConferenceContext } from './context.js';
import { FrameError } from './frames.js';
import { disband } from './ops/close.js';
import type { ConferenceState } from './model.js';
import { requireAdmin } from './authority.js';
import { Step, type Outcome } from './step.js';

/** What a role token may ask for by REST; whether its owner may is decided here, not by the caller. */
export type Command =
  /** Ends the conference for everybody, for good (spec §6). */
  { readonly kind: 'disband' };

export interface CommandInput {
  readonly kind: 'command';
  /** `memName` of who asks, proven by its role token. */
  readonly by: string;
  readonly command: Command;
}

/** Why nothing was changed: the code and the message of the answer. */
export interface CommandRefusal {
  readonly code: number;
  readonly message: string;
}

function carryOut(step: Step, by: string, command: Command, _context: ConferenceContext): void {
  switch (command.kind) {
    case 'disband':
      requireAdmin(step.state, by);
      return disband(step);
  }
}

/** A command is carried out as a whole or refused; a refused one changes nothing. */
export function runCommand(state: ConferenceState, { by, command }: CommandInput, context: ConferenceContext): Outcome {
  const step = new Step(state);
  try {
    carryOut(step, by, command, context);
    return step.outcome;
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    return { state, effects: [], refusal: { code: error.result, message: error.message } };
  }
}
