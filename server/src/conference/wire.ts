import type { WireMember, WireStream } from '@lectern/rtc/protocol';
import { shownFlags } from './flags.js';
import type { ConferenceState, Member, Stream } from './model.js';

/** A member as others see it. */
export const wireMember = (member: Member): WireMember => ({
  id: member.id,
  name: member.name,
  nickName: member.nickName,
  role: member.role,
  vcodes: member.vcodes,
  ...(member.ext !== undefined && { ext: member.ext }),
  ...(member.res !== undefined && { res: member.res }),
});

/** A stream as others see it: without the publisher's `rtcId` (trap T3). */
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
});

/** The complete lists: whoever has been announced, and the streams that have been (trap T9); `forId` sees itself too. */
export const wireLists = (
  state: ConferenceState,
  forId?: string,
): { readonly mems: WireMember[]; readonly streams: WireStream[] } => ({
  mems: [...state.members.values()].filter((member) => !member.isSilent || member.id === forId).map(wireMember),
  streams: [...state.streams.values()]
    .filter((stream) => stream.phase !== 'starting')
    .map((stream) => wireStream(state, stream)),
});

/** Attributes as an enter response or op 402 has them; `isComplete` names deleted ones too. */
export const wireAttributes = (cattrs: ConferenceState['cattrs'], isComplete: boolean): object[] =>
  [...cattrs].flatMap(([key, val]) => {
    if (val !== null) return [{ key, val, op: 'UPDATE' }];
    return isComplete ? [{ key, val: '', op: 'DEL' }] : [];
  });
