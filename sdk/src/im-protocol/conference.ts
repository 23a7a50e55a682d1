import { scalar, type MessageOf } from './schema.js';

// Calls have their schema apart, so that their entry of the package carries no more than it.

/** Payload of namespace CONFERENCE. */
export const ConferenceBody = {
  sessionId: scalar(1, 'string'),
  operation: scalar(2, 'int32'),
  type: scalar(4, 'int32'),
  /** JSON text. */
  content: scalar(5, 'string'),
  peerName: scalar(10, 'string'),
  endReason: scalar(11, 'int32'),
  routeFlag: scalar(15, 'int32'),
  routeKey: scalar(16, 'string'),
};
export type ConferenceBody = MessageOf<typeof ConferenceBody>;

/** `ConferenceBody.operation`. */
export const ConferenceOperation = { MediaRequest: 7 } as const;

/** `ConferenceBody.type`. */
export const CallType = { Voice: 0, Video: 1 } as const;

/** `ConferenceBody.endReason`. */
export const EndReason = {
  Hangup: 0,
  Noresponse: 1,
  Reject: 2,
  Busy: 3,
  Fail: 4,
  Unsupported: 5,
  Offline: 6,
} as const;

/**
 * Another device of the same user was faster (spec §4, §8). Deployed clients of calls know no such end reason, so it is
 * told in the content only, as `endReason` and `result`; `ConferenceBody.endReason` says that the call was hung up.
 */
export const OtherDevice = { endReason: 10, result: -554, msg: 'Other device call it. you no.' } as const;
