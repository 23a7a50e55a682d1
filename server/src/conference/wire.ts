import type { WireMember, WireStream } from '@lectern/rtc/protocol';
import { shownFlags } from './flags.js';
import type { ConferenceState, Member, Stream } from './model.js';

/** Public view of a member. */
export const wireMember = (member: Member): WireMember => ({
  id: member.id,
  name: member.name,
  nickName: member.nickName,
  role: member.role,
  vcodes: member.vcodes,
  ...(member.ext !== undefined && { ext: member.ext }),
  ...(member.res !== undefined && { res: member.res }),
});

/** Public view of a stream: without the publisher's `rtcId` (trap T3). */
export const wireStream = (state: ConferenceState, stream: Stream): WireStream => ({
  id: stream.id,
  memId: stream.memId,
  memName: stream.memName,
  type: stream.type,
  ...shownFlags(state, stream),
  csrc: stream.csrc,
  sver: stream.sver,
  vcodes: stream.vcodes,
  ...(stream.name !== undefined && { name: stream.name }),
  ...(stream.ext !== undefined && { ext: stream.ext }),
  ...(stream.resolution !== undefined && { resolution: stream.resolution }),
  ...(stream.vbitrate !== undefined && { vbitrate: stream.vbitrate }),
  ...(stream.abitrate !== undefined && { abitrate: stream.abitrate }),
  ...(stream.screenOptions !== undefined && { screenOptions: stream.screenOptions }),
});

/** The complete lists of announced members and streams (trap T9); `forId` is included for itself. */
export const wireLists = (
  state: ConferenceState,
  forId?: string,
): { readonly mems: WireMember[]; readonly streams: WireStream[] } => ({
  mems: [...state.members.values()].filter((member) => !member.isSilent || member.id === forId).map(wireMember),
  streams: [...state.streams.values()]
    .filter((stream) => stream.phase !== 'starting')
    .map((stream) => wireStream(state, stream)),
});

/** Attributes in the form of an enter response or op 402; `isComplete` includes deleted ones. */
export const wireAttributes = (cattrs: ConferenceState['cattrs'], isComplete: boolean): object[] =>
  [...cattrs].flatMap(([key, val]) => {
    if (val !== null) return [{ key, val, op: 'UPDATE' }];
    return isComplete ? [{ key, val: '', op: 'DEL' }] : [];
  });
