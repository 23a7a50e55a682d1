import { ConferenceType, Role } from '../protocol/index.js';
import type { SignallingState } from '../signalling/types.js';
import type { ConferenceSnapshot, ConferenceTicket } from './types.js';

/** Initial snapshot, from the ticket alone. */
export const initialSnapshot = (
  { conferenceId, type, role, isCreator }: ConferenceTicket,
  signalling: SignallingState,
): ConferenceSnapshot => ({
  id: conferenceId,
  type,
  isMixed: type === ConferenceType.CommunicationMix || type === ConferenceType.Live,
  isCreator,
  state: 'joining',
  signalling,
  localMember: undefined,
  role: role ?? Role.Audience,
  members: [],
  streams: [],
  version: 0,
  isAllMuted: false,
  mixedAudio: undefined,
  isMuted: false,
  speakers: undefined,
  attributes: {},
  liveConfigs: [],
  isPlaybackBlocked: false,
  exit: undefined,
});
