import type { CallOptions, Conference } from '../conference/types.js';
import { Role } from '../protocol/index.js';
import { adminPort, callAsAdmin, invalid, namesOf, sync, type MemberRef } from './authority.js';

const ROLES: readonly unknown[] = Object.values(Role);

async function change(
  conference: Conference,
  path: string,
  members: readonly MemberRef[],
  role: Role,
  options?: CallOptions,
): Promise<void> {
  const port = adminPort(conference);
  const uids = namesOf(conference, members);
  // The server identifies the conference by the role token alone (wire-conference 4).
  const confrId = path === 'role/degrade' ? undefined : conference.id;
  await callAsAdmin(conference, path, { confrId, uids, role }, options);
  // Other pushes may have raised the version already, so the change is applied here as well.
  for (const { id, name } of conference.state.getSnapshot().members) {
    if (uids.includes(name)) port.context.members.setRole(id, role);
  }
  await sync(port);
}

/**
 * Gives members a role (spec §7: chanage/roles); admins only. They receive `roleChanged`.
 * @throws {LecternError} code −523 if the conference allows no more talkers; messages of spec §5 and §8.
 */
export async function changeRoles(
  conference: Conference,
  members: readonly MemberRef[],
  role: Role,
  options?: CallOptions,
): Promise<void> {
  if (!ROLES.includes(role)) throw invalid(`the role ${String(role)} is unknown: use 7, 3 or 1`);
  await change(conference, 'chanage/roles', members, role, options);
}

/**
 * Lowers the role of members (spec §5, §7: role/degrade); admins only.
 * @throws {LecternError} for an empty list, or a role that is not lower than the caller's and theirs.
 */
export async function degradeRoles(
  conference: Conference,
  members: readonly MemberRef[],
  role: Role,
  options?: CallOptions,
): Promise<void> {
  const { role: own, members: present } = adminPort(conference).context.store.now;
  const names = namesOf(conference, members);
  if (!ROLES.includes(role) || role >= own) throw invalid(`degrading needs a role that is lower than ${own}`);
  const low = present.find(({ name, role: current }) => names.includes(name) && current <= role);
  if (low) throw invalid(`${low.nickName} has no role that is higher than ${role}`);
  await change(conference, 'role/degrade', members, role, options);
}

/** Removes members from the conference (spec §7: kick/member); admins only. @throws {LecternError} spec §5, §8. */
export async function kick(
  conference: Conference,
  members: readonly MemberRef[],
  options?: CallOptions,
): Promise<void> {
  const uids = namesOf(conference, members);
  await callAsAdmin(conference, 'kick/member', { confrId: conference.id, uids }, options);
}

/**
 * Ends the conference permanently for all members (spec §7: disband/conference); admins only. It has ended locally as
 * well when the promise resolves (spec §4). @throws {LecternError} spec §5, §8.
 */
export async function disband(conference: Conference, options?: CallOptions): Promise<void> {
  await callAsAdmin(conference, 'disband/conference', { confrId: conference.id }, options);
  await conference.leave(options);
}
