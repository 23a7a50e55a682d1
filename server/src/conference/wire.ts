import type { WireMember, WireStream } from '@lectern/rtc/protocol';
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
export const wireStream = (stream: Stream): WireStream => ({
  id: stream.id,
  memId: stream.memId,
  memName: stream.memName,
  type: stream.type,
  voff: stream.voff,
  aoff: stream.aoff,
  csrc: stream.csrc,
  sver: stream.sver,
  vcodes: stream.vcodes,
  ...(stream.name !== undefined && { name: stream.name }),
  ...(stream.ext !== undefined && { ext: stream.ext }),
  ...(stream.resolution !== undefined && { resolution: stream.resolution }),
});

/** The complete lists: members and the streams that have been announced (trap T9). */
export const wireLists = (state: ConferenceState): { mems: WireMember[]; streams: WireStream[] } => ({
  mems: [...state.members.values()].map(wireMember),
  streams: [...state.streams.values()].filter((stream) => stream.phase !== 'starting').map(wireStream),
});
