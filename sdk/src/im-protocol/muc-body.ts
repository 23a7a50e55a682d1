// Generated from msync.proto by `npm run codec`; do not edit.
import { Jid } from './messages.js';
import { many, one, scalar, type MessageOf } from './schema.js';

/** Settings of a group. */
export const MucSetting = {
  name: scalar(1, 'string'),
  desc: scalar(2, 'string'),
  type: scalar(3, 'int32'),
  maxUsers: scalar(4, 'int32'),
  owner: scalar(5, 'string'),
};
/** Settings of a group. */
export type MucSetting = MessageOf<typeof MucSetting>;

/** Result of a request about a group. */
export const MucStatus = {
  errorCode: scalar(1, 'int32'),
  description: scalar(2, 'string'),
};
/** Result of a request about a group. */
export type MucStatus = MessageOf<typeof MucStatus>;

/** Additional data of an event, as JSON. */
export const MucEventInfo = {
  ext: scalar(2, 'string'),
};
/** Additional data of an event, as JSON. */
export type MucEventInfo = MessageOf<typeof MucEventInfo>;

/** Payload of namespace MUC: a group event. */
export const MucBody = {
  mucId: one(1, Jid),
  operation: scalar(2, 'int32'),
  from: one(3, Jid),
  to: many(4, Jid),
  setting: one(5, MucSetting),
  reason: scalar(6, 'string'),
  isChatroom: scalar(7, 'bool'),
  status: one(8, MucStatus),
  mucName: scalar(11, 'string'),
  eventInfo: one(12, MucEventInfo),
};
/** Payload of namespace MUC: a group event. */
export type MucBody = MessageOf<typeof MucBody>;

/** `MUCBody.Operation`. */
export const MucOperation = {
  Create: 0,
  Destroy: 1,
  Join: 2,
  Leave: 3,
  Apply: 4,
  ApplyAccept: 5,
  ApplyDecline: 6,
  Invite: 7,
  InviteAccept: 8,
  InviteDecline: 9,
  Kick: 10,
  Update: 14,
  Presence: 17,
  Absence: 18,
  DirectJoined: 19,
  AssignOwner: 20,
} as const;
