/** Operation numbers that the SDK uses, as single constants: bundlers inline these and keep whole objects. */
export const OP_REQUEST_CALL = 0;
export const OP_PING = 100;
export const OP_INIT = 102;
export const OP_ACCEPT = 104;
export const OP_CANDIDATES = 105;
export const OP_ANSWER = 106;
export const OP_TERMINATE = 107;
export const OP_NEGOTIATE = 110;
export const OP_NEGOTIATION_NEEDED = 111;
export const OP_SPEAKERS = 112;
export const OP_PICTURE_NEED = 113;
export const OP_ENTER = 200;
export const OP_LEAVE = 201;
export const OP_GET_MEMBERS = 203;
export const OP_CLOSE_CONFERENCE = 204;
export const OP_CHANGE_SUBSCRIPTION = 205;
export const OP_UNSUBSCRIBE = 206;
export const OP_MEMBER_ENTERED = 300;
export const OP_MEMBER_EXITED = 301;
export const OP_STREAM_PUBLISHED = 302;
export const OP_STREAM_UNPUBLISHED = 303;
export const OP_STREAM_CONTROL = 400;
export const OP_JOINED = 401;
export const OP_ATTRIBUTES_UPDATED = 402;
export const OP_ROLE_UPDATED = 412;
export const OP_ADMIN_CHANGED = 413;
export const OP_LIVE_CONFIGS_CHANGED = 452;
export const OP_RECORD = 500;
export const OP_SYNC = 1000;
export const OP_RESPONSE = 1001;
export const OP_CONTROL = 1002;
export const OP_MESSAGE = 1003;

/** Operation numbers of the signalling protocol (spec §7; wire-conference 2). */
export const Op = {
  RequestP2pCall: OP_REQUEST_CALL,
  CreateConference: 1,
  DeleteConference: 2,
  RequestTicket: 3,
  Ping: OP_PING,
  Pong: 101,
  Init: OP_INIT,
  Request: 103,
  Accept: OP_ACCEPT,
  Candidates: OP_CANDIDATES,
  Answer: OP_ANSWER,
  Terminate: OP_TERMINATE,
  /** Offer of a shared connection (capability `transports`). */
  Negotiate: OP_NEGOTIATE,
  /** The server has content for its answer to the next offer of a shared connection. */
  NegotiationNeeded: OP_NEGOTIATION_NEEDED,
  /** The members who talk have changed (capability `speakers`). */
  Speakers: OP_SPEAKERS,
  /** A subscriber's need of a picture that is sent in several sizes (capability `layers`). */
  PictureNeed: OP_PICTURE_NEED,
  Enter: OP_ENTER,
  Leave: OP_LEAVE,
  Invite: 202,
  GetMembers: OP_GET_MEMBERS,
  CloseConference: OP_CLOSE_CONFERENCE,
  ChangeSubscription: OP_CHANGE_SUBSCRIPTION,
  Unsubscribe: OP_UNSUBSCRIBE,
  MemberEntered: OP_MEMBER_ENTERED,
  MemberExited: OP_MEMBER_EXITED,
  StreamPublished: OP_STREAM_PUBLISHED,
  StreamUnpublished: OP_STREAM_UNPUBLISHED,
  Members: 304,
  StreamControl: OP_STREAM_CONTROL,
  Joined: OP_JOINED,
  AttributesUpdated: OP_ATTRIBUTES_UPDATED,
  RoleUpdated: OP_ROLE_UPDATED,
  AdminChanged: OP_ADMIN_CHANGED,
  LiveConfigsChanged: OP_LIVE_CONFIGS_CHANGED,
  Record: OP_RECORD,
  Sync: OP_SYNC,
  Response: OP_RESPONSE,
  Control: OP_CONTROL,
  Message: OP_MESSAGE,
  WrappedP2p: 1004,
} as const;
export type Op = (typeof Op)[keyof typeof Op];

export const OP2_REQUEST_TALKER = 21;
export const OP2_REQUEST_ADMIN = 22;
export const OP2_MUTE = 23;
export const OP2_UNMUTE = 24;

/** `arg.op2` of a {@link Op.Control} message (spec §9, wire-conference 2.8). */
export const ControlOp = {
  MediaControl: 20,
  RequestTalker: OP2_REQUEST_TALKER,
  RequestAdmin: OP2_REQUEST_ADMIN,
  Mute: OP2_MUTE,
  Unmute: OP2_UNMUTE,
  PointerSurface: 30,
  /** Shared drawing over a stream; an extension for members that list {@link AcceptedOp.Drawing} (docs/wire.md). */
  Drawing: 31,
} as const;
export type ControlOp = (typeof ControlOp)[keyof typeof ControlOp];

/** Extension: camera switch and mute types by op2 20, and the end of op2 30 by the controlled side (docs/wire.md). */
export const ACCEPTS_MORE_CONTROL = 100232;

/** Operations that a member may list as accepted (wire-conference 1.8). */
export const AcceptedOp = {
  Zoom: 100201,
  Focus: 100202,
  Exposure: 100203,
  FreezeFrame: 100204,
  CapturePicture: 100205,
  Torch: 100206,
  RequestTalker: 100221,
  RequestAdmin: 100222,
  Mute: 100223,
  Unmute: 100224,
  PointerSurface: 100230,
  Drawing: 100231,
  MoreControl: ACCEPTS_MORE_CONTROL,
  Message: 1003,
  WrappedP2p: 1004,
} as const;
export type AcceptedOp = (typeof AcceptedOp)[keyof typeof AcceptedOp];

/** Ops that every member accepts without listing them (wire-conference 1.8). */
export const BASE_ACCEPTED_OPS: readonly number[] = [
  102, 104, 105, 106, 107, 204, 206, 300, 301, 302, 303, 304, 400, 401, 1001, 100201, 100202, 100203, 100221, 100222,
  100223, 100224,
];

/**
 * Ops that this client lists as accepted in addition: remote control and drawing, messages, wrapped one-to-one calls.
 */
export const WEB_ACCEPTED_OPS: readonly number[] = [100230, 100231, 100232, 100204, 100205, 100206, 1003, 1004];
