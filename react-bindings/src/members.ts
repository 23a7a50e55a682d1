import type { ConferenceSnapshot, MemberSnapshot } from '@lectern/rtc';
import { useCallback } from 'react';
import { useConferenceState } from './conference.js';
import { byId } from './lookup.js';
import { sameItems } from './selected.js';

const noMembers: readonly MemberSnapshot[] = [];
const noIds: readonly string[] = [];

const membersOf = (snapshot: ConferenceSnapshot): readonly MemberSnapshot[] => snapshot.members;
const memberIdsOf = (snapshot: ConferenceSnapshot): readonly string[] => snapshot.members.map(({ id }) => id);
const localMemberOf = (snapshot: ConferenceSnapshot): MemberSnapshot | undefined => snapshot.localMember;

/** The other members, in order of arrival. Renders with every change of one; for a grid use {@link useMemberIds}. */
export function useMembers(): readonly MemberSnapshot[] {
  return useConferenceState(membersOf) ?? noMembers;
}

/** Ids of the other members, in order of arrival; renders when one joins or leaves, not when one changes. */
export function useMemberIds(): readonly string[] {
  return useConferenceState(memberIdsOf, sameItems) ?? noIds;
}

/** One member, including the local one; undefined after it left. */
export function useMember(id: string): MemberSnapshot | undefined {
  return useConferenceState(
    useCallback(
      (snapshot: ConferenceSnapshot) =>
        snapshot.localMember?.id === id ? snapshot.localMember : byId(snapshot.members, id),
      [id],
    ),
  );
}

/** The local member; undefined until entered. */
export function useLocalMember(): MemberSnapshot | undefined {
  return useConferenceState(localMemberOf);
}
