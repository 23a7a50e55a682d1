// Generated from msync.proto by `npm run codec`; do not edit.
import { one, scalar, type MessageOf } from './schema.js';

/** Result of a request about a call. */
export const ConferenceStatus = {
  errorCode: scalar(1, 'int32'),
};
/** Result of a request about a call. */
export type ConferenceStatus = MessageOf<typeof ConferenceStatus>;

/** Payload of namespace CONFERENCE: one-to-one calls. */
export const ConferenceBody = {
  /** One call; the same in every message of it, both ways. */
  sessionId: scalar(1, 'string'),
  /** Always MEDIA_REQUEST. */
  operation: scalar(2, 'int32'),
  conferenceId: scalar(3, 'string'),
  type: scalar(4, 'int32'),
  /** JSON text. */
  content: scalar(5, 'string'),
  network: scalar(6, 'string'),
  version: scalar(7, 'string'),
  identity: scalar(8, 'int32'),
  duration: scalar(9, 'string'),
  /** Plain name of the sender. */
  peerName: scalar(10, 'string'),
  endReason: scalar(11, 'int32'),
  status: one(12, ConferenceStatus),
  isDirect: scalar(13, 'bool'),
  controlType: scalar(14, 'int32'),
  routeFlag: scalar(15, 'int32'),
  routeKey: scalar(16, 'string'),
};
/** Payload of namespace CONFERENCE: one-to-one calls. */
export type ConferenceBody = MessageOf<typeof ConferenceBody>;

/** `ConferenceBody.Operation`. Calls use only the last one. */
export const ConferenceOperation = {
  Join: 0,
  Initiate: 1,
  AcceptInitiate: 2,
  Answer: 3,
  Terminate: 4,
  Remove: 5,
  StreamControl: 6,
  MediaRequest: 7,
} as const;

/** `ConferenceBody.Type`. */
export const ConferenceCallType = {
  Voice: 0,
  Video: 1,
} as const;

/** `ConferenceBody.EndReason`. */
export const ConferenceEndReason = {
  Hangup: 0,
  Noresponse: 1,
  Reject: 2,
  Busy: 3,
  Fail: 4,
  Unsupported: 5,
  Offline: 6,
} as const;

/** `ConferenceBody.StreamControlType`. */
export const ConferenceControlType = {
  PauseVoice: 0,
  ResumeVoice: 1,
  PauseVideo: 2,
  ResumeVideo: 3,
} as const;
