import { userOf } from '../auth/identity.js';
import { isMuted } from '../conference/flags.js';
import type { ConferenceState } from '../conference/model.js';
import { namedMembers } from '../conference/operated.js';
import type { LiveConference } from '../conference/registry.js';
import { roleNameOf } from '../keys/index.js';
import { PLAYLIST } from '../live/compositor/outlet-arguments.js';
import type { RecordingRecord, UserRecord } from '../store/index.js';
import type { Live, MemberList, Recording, Room, User } from './types.js';

export const userView = ({ name, nickName, createdAt }: UserRecord): User => ({ name, nickname: nickName, createdAt });

export function roomView({ record, host }: LiveConference): Room {
  const { id, appKey, roomName, type, creator, createdAt, config } = record;
  const { members, cstate, isRecorded } = host.state;
  return {
    id,
    name: roomName,
    access: config.operated?.access ?? 'users',
    type,
    owner: userOf(appKey, creator) ?? null,
    memberCount: members.size,
    isMuted: cstate?.muteAll === true,
    isRecorded: isRecorded || config.rec === true,
    createdAt,
    closesAt: config.operated?.closesAt ?? null,
  };
}

export function memberListView({ record: { appKey }, host: { state } }: LiveConference): MemberList {
  const nameOf = (memName: string): string => userOf(appKey, memName) ?? memName;
  const members = [...state.members.values()].map((member) => ({
    id: member.id,
    user: nameOf(member.name),
    nickname: member.nickName,
    role: roleNameOf(member.role),
    isMuted: isMuted(state, member),
    isConnected: member.link.state === 'online',
    streams: [...state.streams.values()].filter(({ memId }) => memId === member.id).map(({ id }) => id),
  }));
  const named = [...namedMembers(state)].map(([memName, role]) => ({ user: nameOf(memName), role: roleNameOf(role) }));
  return { members, named };
}

export const recordingView = (record: RecordingRecord, appKey: string): Recording => ({
  id: record.id,
  roomId: record.conferenceId,
  kind: record.kind,
  state: record.state,
  streamId: record.streamId,
  user: record.memName === null ? null : (userOf(appKey, record.memName) ?? null),
  hasAudio: record.hasAudio,
  hasVideo: record.hasVideo,
  bytes: record.bytes,
  durationMs: record.durationMs,
  startedAt: record.startedAt,
  endedAt: record.endedAt,
  message: record.message,
});

/** A live output of a conference; undefined when there is none with this id. */
export function liveView({ id, lives, liveProgress }: ConferenceState, liveId: string): Live | undefined {
  const config = lives.get(liveId);
  if (config === undefined) return undefined;
  const { state, reason } = liveProgress.get(liveId) ?? { state: 'starting' as const, reason: undefined };
  return {
    id: liveId,
    state,
    reason: reason ?? null,
    hlsPath: config.hls ? `/live/${id}/${liveId}/${PLAYLIST}` : null,
  };
}
