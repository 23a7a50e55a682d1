import { Role, type Conference } from '@lectern/rtc';
import {
  changeRoles,
  disband,
  kick,
  muteAll,
  muteMember,
  onRoleRequest,
  requestAdmin,
  requestTalk,
  unmuteAll,
  unmuteMember,
  type MemberRef,
  type RoleRequest,
} from '@lectern/rtc/admin';
import { useEffect, useMemo, useState } from 'react';
import { useConference, useConferenceEvent, useConferenceState } from './conference.js';

/** Role of the local member, and what it may ask for or do with it. The server enforces every rule. */
export interface Roles extends RoleActions {
  readonly role: Role | undefined;
  readonly isAdmin: boolean;
  readonly isAllMuted: boolean;
  /** Requests that wait for this admin, oldest first; one for each member. */
  readonly requests: readonly RoleRequest[];
}

/** All reject with the error of the server; without a conference they reject with reason of the missing one. */
export interface RoleActions {
  /** Asks the admin for the talker role; resolves with true if it agreed. */
  requestTalk(): Promise<boolean>;
  requestAdmin(): Promise<boolean>;
  changeRole(member: MemberRef, role: Role): Promise<void>;
  mute(member: MemberRef): Promise<void>;
  unmute(member: MemberRef): Promise<void>;
  muteAll(): Promise<void>;
  unmuteAll(): Promise<void>;
  kick(member: MemberRef): Promise<void>;
  /** Ends the conference for everybody. */
  disband(): Promise<void>;
  agree(request: RoleRequest): Promise<void>;
  refuse(request: RoleRequest): void;
}

function actionsOn(conference: Conference | undefined, settle: (request: RoleRequest) => void): RoleActions {
  const withIt = async <T>(act: (joined: Conference) => Promise<T>): Promise<T> => {
    if (!conference) throw new Error('there is no conference: join one first');
    return act(conference);
  };
  return {
    requestTalk: () => withIt(requestTalk),
    requestAdmin: () => withIt(requestAdmin),
    changeRole: (member, role) => withIt((joined) => changeRoles(joined, [member], role)),
    mute: (member) => withIt((joined) => muteMember(joined, member)),
    unmute: (member) => withIt((joined) => unmuteMember(joined, member)),
    muteAll: () => withIt(muteAll),
    unmuteAll: () => withIt(unmuteAll),
    kick: (member) => withIt((joined) => kick(joined, [member])),
    disband: () => withIt(disband),
    agree: async (request) => {
      await request.agree();
      settle(request);
    },
    refuse: (request) => {
      request.refuse();
      settle(request);
    },
  };
}

interface Received {
  readonly conference: Conference | undefined;
  readonly requests: readonly RoleRequest[];
}

const nothing: Received = { conference: undefined, requests: [] };

const without = (requests: readonly RoleRequest[], id: string): readonly RoleRequest[] =>
  requests.filter(({ memberId }) => memberId !== id);

/**
 * Roles and moderation. While it is mounted, requests of members arrive in `requests`; mount it once for an admin.
 *
 * @example
 * const { isAdmin, requests, agree, muteAll } = useRoles();
 * // {requests.map((request) => <button onClick={() => agree(request)}>Let {request.nickName} talk</button>)}
 */
export function useRoles(): Roles {
  const conference = useConference();
  const role = useConferenceState((state) => state.role);
  const isAllMuted = useConferenceState((state) => state.isAllMuted) ?? false;
  const [received, setReceived] = useState<Received>(nothing);
  const requests = received.conference === conference ? received.requests : nothing.requests;

  useEffect(() => {
    if (!conference) return undefined;
    return onRoleRequest(conference, (request) =>
      setReceived((old) => ({
        conference,
        requests: [...without(old.conference === conference ? old.requests : [], request.memberId), request],
      })),
    );
  }, [conference]);
  useConferenceEvent('memberLeft', ({ id }) => setReceived((old) => ({ ...old, requests: without(old.requests, id) })));

  const actions = useMemo(
    () =>
      actionsOn(conference, (settled) =>
        setReceived((old) => ({ ...old, requests: old.requests.filter((request) => request !== settled) })),
      ),
    [conference],
  );
  return { ...actions, role, isAdmin: role === Role.Admin, isAllMuted, requests };
}
