import { onAbort } from '../core/abort.js';
import type { Dispose } from '../core/clock.js';
import { callListener } from '../core/emitter.js';
import type { LecternError } from '../core/errors.js';
import type { CallOptions, Conference, MemberSnapshot } from '../conference/types.js';
import {
  OP2_REQUEST_ADMIN,
  OP2_REQUEST_TALKER,
  OP_CONTROL,
  OP_RESPONSE,
  ROLE_REQUEST_TIMEOUT_MS,
  Role,
  decodeLoose,
  type WireMessage,
} from '../protocol/index.js';
import { openPort, refused } from './authority.js';
import { changeRoles } from './roles.js';

/** Options of a role request. */
export interface RoleRequestOptions extends CallOptions {
  /** Milliseconds to wait for the admin's decision; default 60 000. */
  readonly timeoutMs?: number;
}

/** A member's request for a role (spec §4, op2 21 and 22). */
export interface RoleRequest {
  readonly memberId: string;
  readonly nickName: string;
  /** `org#app_user`. */
  readonly memName: string;
  /** Talker or admin. */
  readonly role: Role;
  /** Gives the role. @throws {LecternError} code −523: the limit of talkers is reached, and the request stays open. */
  agree(options?: CallOptions): Promise<void>;
  /** Notifies the member that the request was refused. */
  refuse(): void;
}

const readArg = ({ arg }: WireMessage) => (decodeLoose(arg) ?? {}) as Readonly<Record<string, unknown>>;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

async function requestRole(
  conference: Conference,
  op2: number,
  role: Role,
  { signal, timeoutMs = ROLE_REQUEST_TIMEOUT_MS }: RoleRequestOptions = {},
): Promise<boolean> {
  const port = openPort(conference);
  const { signalling, platform, store } = port.context;
  const { localMember, members, role: own } = store.now;
  if (own >= role) throw refused(`the role ${role} is held already`);
  const admin = members.find((member) => member.role === Role.Admin);
  if (!admin || !localMember) throw refused('no admin is in the conference to answer', 'this confrence have not admin');
  const { id: memId, name: memName, nickName } = localMember;
  const decided = new AbortController();
  const stopListening = onAbort(signal, (error) => decided.abort(error));
  let isAgreed: boolean | undefined;
  const decide = (decision: boolean): void => {
    isAgreed = decision;
    decided.abort();
  };
  const listeners = [
    stopListening,
    conference.on('roleChanged', (now) => void (now >= role && decide(true))),
    // Deployed admins answer without the transaction id of the request (wire-conference 1.4).
    port.handle(OP_RESPONSE, (message) => {
      if (readArg(message).op2 === op2) decide(message.result === 0);
    }),
  ];
  try {
    const arg = JSON.stringify({ op2, memId, memName, nickName });
    await signalling.request(
      { op: OP_CONTROL, memId: admin.id, arg, tsxTime: platform.clock.now() },
      { timeoutMs, signal: decided.signal },
    );
    return true;
  } catch (error) {
    if (isAgreed !== undefined) return isAgreed;
    const { reason, code } = error as LecternError;
    if (reason === 'refused' && code === 1) return false;
    throw error;
  } finally {
    for (const dispose of listeners) dispose();
  }
}

/**
 * Asks the admin for the talker role (spec §4, op2 21). Resolves with true if the admin agreed, false if it refused;
 * the role itself arrives as `roleChanged`.
 * @throws {LecternError} 'this confrence have not admin'; −408 when the admin did not answer in time.
 */
export const requestTalk = (conference: Conference, options?: RoleRequestOptions): Promise<boolean> =>
  requestRole(conference, OP2_REQUEST_TALKER, Role.Talker, options);

/** Asks the admin to be admin as well (spec §4, op2 22), like {@link requestTalk}. */
export const requestAdmin = (conference: Conference, options?: RoleRequestOptions): Promise<boolean> =>
  requestRole(conference, OP2_REQUEST_ADMIN, Role.Admin, options);

/**
 * Calls the listener for each role request while the local member is admin (spec §4, Roles); the returned function
 * removes it. Without a listener, requests are refused with −507.
 */
export function onRoleRequest(conference: Conference, listener: (request: RoleRequest) => void): Dispose {
  const port = openPort(conference);
  const { store, signalling } = port.context;
  const describe = (message: WireMessage, memberId: string): Pick<RoleRequest, 'memName' | 'nickName'> => {
    const { memName, nickName } = readArg(message);
    // The server's data about the sender takes precedence; fields of the message are used only for an unknown member.
    const known: MemberSnapshot | undefined = store.now.members.find(({ id }) => id === memberId);
    const name = known?.name ?? text(memName) ?? '';
    return { memName: name, nickName: known?.nickName ?? text(nickName) ?? name };
  };
  return port.handle(OP_CONTROL, (message) => {
    const { op2 } = readArg(message);
    if ((op2 !== OP2_REQUEST_TALKER && op2 !== OP2_REQUEST_ADMIN) || store.now.role !== Role.Admin) return false;
    const memberId = message.memId ?? '';
    const role = op2 === OP2_REQUEST_ADMIN ? Role.Admin : Role.Talker;
    const asked = describe(message, memberId);
    callListener(listener, {
      memberId,
      role,
      ...asked,
      agree: (options) => changeRoles(conference, [asked.memName], role, options),
      refuse: () => {
        const arg = JSON.stringify({ op2, memId: memberId });
        signalling.post({ ...message, op: OP_RESPONSE, result: 1, arg });
      },
    });
    return true;
  });
}
