import type { Conference } from '@lectern/rtc';
import { onRoleRequest, type RoleRequest } from '@lectern/rtc/admin';
import { useConferenceEvent } from '@lectern/react';
import { useEffect, useState } from 'react';

export interface RoleRequests {
  /** Not decided yet, oldest first; one for each member. */
  readonly waiting: readonly RoleRequest[];
  /** Takes it from the list. */
  settle(request: RoleRequest): void;
}

/** Pending role requests, as received by the host. */
export function useRoleRequests(conference: Conference): RoleRequests {
  const [waiting, setWaiting] = useState<readonly RoleRequest[]>([]);
  const without = (memberId: string) => (list: readonly RoleRequest[]) =>
    list.filter((request) => request.memberId !== memberId);

  useEffect(
    () => onRoleRequest(conference, (request) => setWaiting((list) => [...without(request.memberId)(list), request])),
    [conference],
  );
  useConferenceEvent('memberLeft', ({ id }) => setWaiting(without(id)));

  return { waiting, settle: ({ memberId }) => setWaiting(without(memberId)) };
}
