import { useSyncExternalStore } from 'react';
import type { MemberState } from '../lib/member-store.js';
import { members } from '../lib/members.js';
import { session } from '../lib/session.js';

/** Who is logged in, as far as is known. */
export const useMember = (): MemberState => useSyncExternalStore(members.state.subscribe, members.state.getSnapshot);

/** The token of whoever is logged in. */
export const useToken = (): string | undefined =>
  useSyncExternalStore(session.state.subscribe, session.state.getSnapshot).token;
