import { one, scalar, type MessageOf } from './schema.js';

// A separate module, so that clients without calls do not load it.

export const ConferenceStatus = { errorCode: scalar(1, 'int32') };
export type ConferenceStatus = MessageOf<typeof ConferenceStatus>;

/** Payload of namespace CONFERENCE: one-to-one calls. */
export const ConferenceBody = {
  sessionId: scalar(1, 'string'),
  operation: scalar(2, 'int32'),
  conferenceId: scalar(3, 'string'),
  type: scalar(4, 'int32'),
  content: scalar(5, 'string'),
  network: scalar(6, 'string'),
  version: scalar(7, 'string'),
  identity: scalar(8, 'int32'),
  duration: scalar(9, 'string'),
  peerName: scalar(10, 'string'),
  endReason: scalar(11, 'int32'),
  status: one(12, ConferenceStatus),
  isDirect: scalar(13, 'bool'),
  controlType: scalar(14, 'int32'),
  routeFlag: scalar(15, 'int32'),
  routeKey: scalar(16, 'string'),
};
export type ConferenceBody = MessageOf<typeof ConferenceBody>;

/** `ConferenceBody.operation`; calls use only the last one. */
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

/** `ConferenceBody.type`. */
export const ConferenceCallType = { Voice: 0, Video: 1 } as const;

/** `ConferenceBody.endReason` (spec: library §3). */
export const ConferenceEndReason = {
  Hangup: 0,
  Noresponse: 1,
  Reject: 2,
  Busy: 3,
  Fail: 4,
  Unsupported: 5,
  Offline: 6,
} as const;

/** `ConferenceBody.controlType` (spec: library §4). */
export const ConferenceControlType = { PauseVoice: 0, ResumeVoice: 1, PauseVideo: 2, ResumeVideo: 3 } as const;

/**
 * Another device of the same user answered first (spec §4, §8). The end reason is not part of `ConferenceBody`, since
 * deployed readers do not know the value: it is sent in the content, beside a body that says that the call was hung up.
 */
export const OtherDevice = { endReason: 10, result: -554, msg: 'Other device call it. you no.' } as const;
