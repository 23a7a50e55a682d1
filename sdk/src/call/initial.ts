import type { LocalMedia } from '../media/local-media.js';
import type { CallParameters } from './line.js';
import type { CallSnapshot } from './types.js';

/** Snapshot of a call that has just begun. */
export const initialSnapshot = (
  { sessionId: id, peer, isVideo }: CallParameters,
  isIncoming: boolean,
): CallSnapshot => ({
  id,
  peer,
  isIncoming,
  isVideo,
  state: 'calling',
  isPeerOffline: false,
  localMedia: undefined,
  remoteMedia: undefined,
  audioMuted: false,
  videoMuted: false,
  remoteAudioMuted: false,
  remoteVideoMuted: false,
  connectedAt: undefined,
  endReason: undefined,
  endedBy: undefined,
  error: undefined,
});

/** Fields of the snapshot that describe the media of this side. */
export const mediaState = ({ mediaStream, muted }: LocalMedia) => ({
  localMedia: mediaStream,
  audioMuted: muted.audio,
  videoMuted: muted.video,
});
