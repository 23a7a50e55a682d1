import { Op, Role, ServerCode } from '@lectern/rtc/protocol';
import { requireAdmin, requirePresent, sessionsOf } from '../authority.js';
import type { ConferenceContext } from '../context.js';
import { FrameError } from '../frames.js';
import { grantRole } from '../grants.js';
import { tellMute } from '../mutes.js';
import { OPERATOR, requireOperated, SERVER_MEMBER_ID } from '../operated.js';
import type { Step } from '../step.js';
import { expel } from './kick.js';

/** Commands of the server's operator, or of the application's backend. They carry no times. */
export type OperatorCommand =
  /** Appoints a user to enter without a grant, with a role; a present one gets it at once. */
  | { readonly kind: 'nameMember'; readonly name: string; readonly role: Role }
  /** Withdraws the appointment, and removes the user. */
  | { readonly kind: 'dismissMember'; readonly name: string }
  | { readonly kind: 'mute'; readonly names: readonly string[]; readonly isMuted: boolean }
  /** Starts or stops recording every stream. */
  | { readonly kind: 'recordAll'; readonly isRecorded: boolean }
  /** Text to all members, or to the named ones. */
  | { readonly kind: 'message'; readonly text: string; readonly names: readonly string[] | undefined };

/** Carries out a command of the operator. @throws {FrameError} */
export function operate(step: Step, by: string, command: OperatorCommand, context: ConferenceContext): void {
  if (by !== OPERATOR) throw new FrameError(ServerCode.NoRights, 'only the operator can action');
  switch (command.kind) {
    case 'nameMember':
      return nameMember(step, command, context);
    case 'dismissMember':
      return dismissMember(step, command.name, context);
    case 'mute':
      return mute(step, command);
    case 'recordAll':
      return step.patch({ isRecorded: command.isRecorded });
    case 'message':
      return tell(step, command);
  }
}

function nameMember(step: Step, { name, role }: { name: string; role: Role }, context: ConferenceContext): void {
  requireOperated(step.state);
  // Later than the user's removal, even within the same millisecond.
  const at = Math.max(context.now(), (step.state.removedAt.get(name) ?? 0) + 1);
  step.patch({ named: new Map(step.state.named).set(name, { role, at }) });
  const isHere = sessionsOf(step.state, name).length > 0;
  if (isHere || step.state.decided.has(name)) grantRole(step, context, name, role);
}

function dismissMember(step: Step, name: string, context: ConferenceContext): void {
  requireOperated(step.state);
  const removedAt = new Map(step.state.removedAt).set(name, context.now());
  step.patch({ named: new Map(step.state.named).set(name, null), removedAt });
  expel(step, name, context);
}

/** Enforced like an admin's mute, and announced in the same format in the name of a present member. */
function mute(step: Step, { names, isMuted }: { names: readonly string[]; isMuted: boolean }): void {
  requireAdmin(step.state, OPERATOR);
  const found = requirePresent(step.state, names);
  const mutes = new Map(step.state.mutes);
  for (const [name, sessions] of found) {
    if (isMuted && sessions.some(({ role }) => role === Role.Admin)) {
      throw new FrameError(ServerCode.NoRights, 'an admin cannot be muted');
    }
    if (isMuted) mutes.set(name, true);
    else mutes.delete(name);
  }
  step.patch({ mutes });
  for (const { id } of [...found.values()].flat()) tellMute(step, id);
}

function tell(step: Step, { text, names }: { text: string; names: readonly string[] | undefined }): void {
  const sessions =
    names === undefined ? [...step.state.members.values()] : [...requirePresent(step.state, names).values()].flat();
  for (const { id } of sessions) step.push(id, { op: Op.Message, memId: SERVER_MEMBER_ID, arg: text });
}
