import type { MemberInfo } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { memberQuery } from '../api/member.js';
import { session } from '../lib/session.js';

/** `absent`: there is no login. `loading`: not known yet. `unreachable`: the server could not be reached. */
export type MemberState =
  | { readonly phase: 'absent' | 'loading' | 'unreachable'; readonly member: undefined }
  | { readonly phase: 'ready'; readonly member: MemberInfo };

/** The logged-in member, as far as loaded. */
export function useMember(): MemberState {
  const token = useToken();
  const { data, isError } = useQuery({ ...memberQuery(), enabled: false });
  if (token === undefined) return { phase: 'absent', member: undefined };
  if (data !== undefined) return { phase: 'ready', member: data };
  return { phase: isError ? 'unreachable' : 'loading', member: undefined };
}

/** The token of the current login. */
export const useToken = (): string | undefined =>
  useSyncExternalStore(session.subscribe, session.getSnapshot, session.getSnapshot).token;
