import { Role, ServerCode } from '@lectern/rtc/protocol';
import { FrameError } from './frames.js';
import { namedRole, OPERATOR } from './operated.js';
import type { ConferenceState, Member } from './model.js';

/** Every session of a user; tabs and devices are members of their own. */
export const sessionsOf = (state: ConferenceState, memName: string): Member[] =>
  [...state.members.values()].filter((member) => member.name === memName);

/**
 * Role of a user in the conference: the highest role of its sessions. A user without a session has the role that was
 * decided for it; the creator is admin from the beginning.
 */
export function roleOf(state: ConferenceState, memName: string): Role | undefined {
  const present = sessionsOf(state, memName).map((member) => member.role);
  if (present.length > 0) return present.reduce((highest, role) => (role > highest ? role : highest));
  // In an operated conference grants decide, and they are checked when their holder enters.
  if (state.config.operated !== undefined) return namedRole(state, memName)?.role;
  return state.roles.get(memName) ?? (memName === state.creator ? Role.Admin : undefined);
}

/** `memName` of the admins of a conference, present or not. */
export const adminsOf = (state: ConferenceState): string[] =>
  state.config.operated === undefined
    ? [...state.roles].filter(([, role]) => role === Role.Admin).map(([memName]) => memName)
    : [...state.admins.keys()];

/** @throws {FrameError} unless the user is an admin here, or the command is the operator's */
export function requireAdmin(state: ConferenceState, memName: string): void {
  if (memName !== OPERATOR && roleOf(state, memName) !== Role.Admin)
    throw new FrameError(ServerCode.NoRights, 'only admin can action');
}

export const isTalker = (member: Member): boolean => member.role !== Role.Audience;

/** The sessions of each name. @throws {FrameError} when one of the names is absent */
export function requirePresent(state: ConferenceState, names: readonly string[]): Map<string, readonly Member[]> {
  if (names.length === 0) throw new FrameError(ServerCode.BadParameters, 'name at least one member in "uids"');
  const found = new Map(names.map((name) => [name, sessionsOf(state, name)]));
  for (const [name, sessions] of found) {
    if (sessions.length === 0) throw new FrameError(ServerCode.OperationUnsupported, `there is no member ${name}`);
  }
  return found;
}

/** Only the creator and the operator can degrade or remove the creator. @throws {FrameError} */
export function protectCreator(state: ConferenceState, by: string, names: readonly string[]): void {
  if (by !== OPERATOR && by !== state.creator && names.includes(state.creator)) {
    throw new FrameError(ServerCode.NoRights, 'nobody may degrade or remove the creator of the conference');
  }
}
