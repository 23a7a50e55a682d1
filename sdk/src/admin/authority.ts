import { LecternError } from '../core/errors.js';
import { closedError } from '../conference/context.js';
import { conferencePort, type ConferencePort } from '../conference/port.js';
import type { CallOptions, Conference, MemberSnapshot } from '../conference/types.js';
import { OP_SYNC, Role } from '../protocol/index.js';
import type { JsonObject, RestMethod } from '../rest/index.js';

/** Members by snapshot, by id, or by name (`org#app_user`). */
export type MemberRef = MemberSnapshot | string;

export const invalid = (message: string): LecternError => new LecternError(message, { reason: 'invalid-argument' });

export const refused = (message: string, specMessage?: string): LecternError =>
  new LecternError(message, { reason: 'invalid-state', specMessage });

/** Port of a conference that has not ended. @throws {LecternError} 'confr is not exist' (spec §5). */
export function openPort(conference: Conference): ConferencePort {
  const port = conferencePort(conference);
  const { id, state } = port.context.store.now;
  if (!id || state === 'left') throw closedError(undefined, 'confr is not exist');
  return port;
}

function requireToken(port: ConferencePort): ConferencePort {
  if (!port.roleToken) throw refused('the server gave no role token: join again', 'roleToken is not exist');
  return port;
}

/** @throws {LecternError} 'confr is not exist', 'only admin can action', 'roleToken is not exist' (spec §5, §8). */
export function adminPort(conference: Conference): ConferencePort {
  const port = openPort(conference);
  if (port.context.store.now.role !== Role.Admin)
    throw refused('only an admin can do this: request the role first', 'only admin can action');
  return requireToken(port);
}

const call = (
  { rest, roleToken }: ConferencePort,
  path: string,
  body: JsonObject,
  { signal }: CallOptions = {},
  method: RestMethod = 'POST',
): Promise<JsonObject> => rest(path, { ...body, roleToken }, { signal, method });

/** A call with the role token, after the checks of {@link adminPort}. */
export async function callAsAdmin(
  conference: Conference,
  path: string,
  body: JsonObject,
  options?: CallOptions,
  method?: RestMethod,
): Promise<JsonObject> {
  return call(adminPort(conference), path, body, options, method);
}

/** A call with the role token by any role. @throws {LecternError} 'confr is not exist', 'roleToken is not exist'. */
export async function callAsMember(
  conference: Conference,
  path: string,
  body: JsonObject,
  options?: CallOptions,
  method?: RestMethod,
): Promise<JsonObject> {
  return call(requireToken(openPort(conference)), path, body, options, method);
}

/** Resolves members to their names for REST calls. @throws {LecternError} for an empty list or an unknown member. */
export function namesOf(conference: Conference, refs: readonly MemberRef[]): string[] {
  if (!Array.isArray(refs) || refs.length === 0) throw invalid('name at least one member');
  const { members, localMember } = conference.state.getSnapshot();
  return refs.map((ref) => {
    const text = typeof ref === 'string' ? ref : ref.name;
    if (text.includes('#')) return text;
    const member = [...members, ...(localMember ? [localMember] : [])].find(({ id }) => id === text);
    if (!member) throw new LecternError(`there is no member ${text}`, { reason: 'invalid-argument', code: -507 });
    return member.name;
  });
}

/** Fetches the changes of a call (wire-conference 2.6: op 1000 right after a change of roles). */
export async function sync({ context: { store, signalling } }: ConferencePort): Promise<void> {
  const { version } = store.now;
  // The REST call has succeeded; if this request fails, the next regular sync finds the change as well.
  await signalling.request({ op: OP_SYNC, ...(version > 0 && { cver: version }) }).catch(() => undefined);
}
