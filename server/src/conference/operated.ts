import { Role, ServerCode } from '@lectern/rtc/protocol';
import { FrameError } from './frames.js';
import type { AppointedRole, ConferenceState, TicketGrant } from './model.js';

/** Requester of a command of the server's operator, or of the application's backend. No user has this name. */
export const OPERATOR = '';

/** `memId` of messages that the server itself sends to members; no member has it. */
export const SERVER_MEMBER_ID = 'server';

/** True if only members that hold a grant, or were appointed by the operator, may enter. */
export const isRestricted = ({ config }: Pick<ConferenceState, 'config'>): boolean =>
  config.operated?.access === 'granted';

/** True if the conference stays open while it is empty. */
export const isKept = ({ config }: Pick<ConferenceState, 'config'>): boolean => config.operated?.isKept === true;

/** The role to which the operator appointed the user, and the time of that. */
export function namedRole(state: ConferenceState, memName: string): AppointedRole | undefined {
  const { named, config, removedAt } = state;
  const appointed = named.get(memName) ?? (named.has(memName) ? undefined : presetRole(config, memName));
  return appointed !== undefined && appointed.at > (removedAt.get(memName) ?? Number.NEGATIVE_INFINITY)
    ? appointed
    : undefined;
}

function presetRole({ operated }: ConferenceState['config'], memName: string): AppointedRole | undefined {
  // Own properties only: a user may have the name of a property of every object.
  if (operated === undefined || !Object.hasOwn(operated.members, memName)) return undefined;
  const role = operated.members[memName];
  return role && { role, at: operated.openedAt };
}

/** All users that the operator appointed, with their roles. */
export function namedMembers(state: ConferenceState): ReadonlyMap<string, Role> {
  const names = new Set([...Object.keys(state.config.operated?.members ?? {}), ...state.named.keys()]);
  const members = new Map<string, Role>();
  for (const name of names) {
    const appointed = namedRole(state, name);
    if (appointed !== undefined) members.set(name, appointed.role);
  }
  return members;
}

/**
 * The role with which a user enters an operated conference: the latest decision by a grant, the operator or an admin in
 * the conference. Undefined when it may not enter: it was not appointed, and has no grant issued after its removal.
 * With open access every other user enters with the role it requests, but never as admin.
 */
export function entryRole(
  state: ConferenceState,
  memName: string,
  grant: TicketGrant | undefined,
  asked: Role,
): Role | undefined {
  const removedAt = state.removedAt.get(memName) ?? Number.NEGATIVE_INFINITY;
  const named = namedRole(state, memName);
  const isGrantGood = grant !== undefined && grant.issuedAt > removedAt;
  const good = [...(named ? [named] : []), ...(isGrantGood ? [{ role: grant.role, at: grant.issuedAt }] : [])];
  if (good.length === 0 && isRestricted(state)) return undefined;
  const decided = state.decided.get(memName);
  const [latest] = [...good, ...(decided ? [decided] : [])].sort((a, b) => b.at - a.at);
  return latest?.role ?? (asked === Role.Audience ? Role.Audience : Role.Talker);
}

/** @throws {FrameError} unless the operator opened the conference */
export function requireOperated(state: ConferenceState): void {
  if (state.config.operated !== undefined) return;
  throw new FrameError(ServerCode.OperationUnsupported, 'members are named only in rooms that the operator opened');
}
