import { ServerCode } from '@lectern/rtc/protocol';
import type { ConferenceContext } from './context.js';
import { settleFlags } from './flags.js';
import { FrameError } from './frames.js';
import { muteAll, updateAttributes, type AttributeChange } from './ops/attributes.js';
import { disband } from './ops/close.js';
import { expel, kick } from './ops/kick.js';
import { changeLives, type LiveCommand } from './ops/live.js';
import { changeRoles, degrade, type RoleChange } from './ops/roles.js';
import { operate, type OperatorCommand } from './ops/operate.js';
import type { ConferenceState } from './model.js';
import { requireAdmin } from './authority.js';
import { Step, type Outcome } from './step.js';

/** Commands that a role token may request by REST; the permission of its owner is checked here, not by the caller. */
export type Command =
  /** Roles, up or down. */
  | ({ readonly kind: 'changeRoles' } & RoleChange)
  /** Roles, down only. */
  | ({ readonly kind: 'degrade' } & RoleChange)
  | { readonly kind: 'kick'; readonly names: readonly string[] }
  /** Issued by the server only: the account was deleted. */
  | { readonly kind: 'expel'; readonly name: string }
  | { readonly kind: 'attributes'; readonly changes: readonly AttributeChange[] }
  | { readonly kind: 'muteAll'; readonly isMuted: boolean }
  | LiveCommand
  | OperatorCommand
  /** Ends the conference permanently for all members (spec §6). */
  | { readonly kind: 'disband' };

export interface CommandInput {
  readonly kind: 'command';
  /** `memName` of the requester, proven by its role token; `OPERATOR` for the server's own operator. */
  readonly by: string;
  readonly command: Command;
}

/** Reason of a refusal: the code and the message of the answer. */
export interface CommandRefusal {
  readonly code: number;
  readonly message: string;
}

function carryOut(step: Step, by: string, command: Command, context: ConferenceContext): void {
  switch (command.kind) {
    case 'changeRoles':
      return changeRoles(step, by, command, context);
    case 'degrade':
      return degrade(step, by, command, context);
    case 'kick':
      return kick(step, by, command.names, context);
    case 'expel':
      return expel(step, command.name, context);
    case 'attributes':
      return updateAttributes(step, by, command.changes);
    case 'muteAll':
      return muteAll(step, by, command.isMuted);
    case 'addLive':
    case 'updateLive':
    case 'deleteLive':
      return changeLives(step, by, command);
    case 'nameMember':
    case 'dismissMember':
    case 'mute':
    case 'recordAll':
    case 'message':
      return operate(step, by, command, context);
    case 'disband':
      requireAdmin(step.state, by);
      return disband(step);
  }
}

/** A command is executed as a whole or refused; a refused one changes nothing. */
export function runCommand(state: ConferenceState, { by, command }: CommandInput, context: ConferenceContext): Outcome {
  if (state.phase === 'closed') {
    return { state, effects: [], refusal: { code: ServerCode.ConferenceDisbanded, message: 'confr is not exist' } };
  }
  const step = new Step(state);
  try {
    carryOut(step, by, command, context);
    settleFlags(step, state);
    return step.outcome;
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    return { state, effects: [], refusal: { code: error.result, message: error.message } };
  }
}
