import { ExitReason, Op, ServerCode } from '@lectern/rtc/protocol';
import { protectCreator, requireAdmin, requirePresent, sessionsOf } from '../authority.js';
import type { ConferenceContext } from '../context.js';
import { FrameError } from '../frames.js';
import { removeMember } from '../members.js';
import type { Member } from '../model.js';
import type { Step } from '../step.js';

function kickSession(step: Step, context: ConferenceContext, member: Member, by?: string): void {
  const { id, link } = member;
  step.push(id, { op: Op.MemberExited, memId: id, reason: ExitReason.Refused, cver: step.state.cver + 1 });
  if (link.state === 'online') step.effect({ kind: 'release', socketId: link.socketId });
  removeMember(step, context, member, ExitReason.Refused, by);
}

/** In an operated conference: deletes the decisions about a user. */
function forget(step: Step, name: string): void {
  if (step.state.config.operated === undefined) return;
  const decided = new Map(step.state.decided);
  const admins = new Map(step.state.admins);
  decided.delete(name);
  admins.delete(name);
  step.patch({ decided, admins });
}

/** In an operated conference: voids earlier grants and appointments of the user. */
function endInvitations(step: Step, context: ConferenceContext, name: string): void {
  if (step.state.config.operated === undefined) return;
  forget(step, name);
  step.patch({ removedAt: new Map(step.state.removedAt).set(name, context.now()) });
}

/**
 * kick/member: removes members in all their sessions, and voids their tickets so far. A new ticket lets them in again,
 * with the default role; the conference's password keeps them out permanently. In an operated conference it takes a new
 * grant.
 */
export function kick(step: Step, by: string, names: readonly string[], context: ConferenceContext): void {
  requireAdmin(step.state, by);
  protectCreator(step.state, by, names);
  if (names.includes(by)) throw new FrameError(ServerCode.BadParameters, 'nobody can kick itself; leave instead');
  const found = requirePresent(step.state, names);
  const roles = new Map(step.state.roles);
  const kicks = new Map(step.state.kicks);
  for (const name of found.keys()) {
    roles.delete(name);
    kicks.set(name, (kicks.get(name) ?? 0) + 1);
  }
  step.patch({ roles, kicks });
  for (const name of found.keys()) endInvitations(step, context, name);
  for (const sessions of found.values()) for (const member of sessions) kickSession(step, context, member, by);
}

/** Removes a user in all its sessions, creator or not, present or not, and voids all of its tickets. */
export function expel(step: Step, name: string, context: ConferenceContext): void {
  const roles = new Map(step.state.roles);
  roles.delete(name);
  const kicks = new Map(step.state.kicks).set(name, (step.state.kicks.get(name) ?? 0) + 1);
  step.patch({ roles, kicks });
  forget(step, name);
  for (const member of sessionsOf(step.state, name)) kickSession(step, context, member);
}
