/** Client-side failure: enter timeout, enter fail, session closed, session id mismatch, send failure (spec §8). */
export const CLIENT_FAILURE_CODE = -9527;
/** The last reconnection attempt failed (spec §8). */
export const RECONNECT_FAILED_CODE = -95270;
/** A request was not answered in time (spec §8). */
export const REQUEST_TIMEOUT_CODE = -408;
/** The server is temporarily unable, e.g. while its media worker restarts. */
export const SYSTEM_ERROR_CODE = -700;

/** Result codes of the client side (spec §8). The SDK uses single constants, which bundlers inline. */
export const ResultCode = {
  /** The request succeeded. @remedy Nothing. */
  Ok: 0,
  /**
   * The session failed on this side: entering timed out or failed, the session was closed or its id does not match, or
   * a message could not be sent.
   * @remedy Join again; where it persists, check that the WebSocket address of the ticket is reachable.
   */
  ClientFailure: CLIENT_FAILURE_CODE,
  /**
   * The last attempt to restore the signalling connection failed; the conference is left.
   * @remedy Tell the user that the network is gone and join again when it is back; a longer `reconnectPolicy` waits
   * longer.
   */
  ReconnectFailed: RECONNECT_FAILED_CODE,
  /**
   * A request was not answered in time, or the owner of a stream did not answer a request for remote control.
   * @remedy Try again; the request may have been applied, so look at the state first.
   */
  RequestTimeout: REQUEST_TIMEOUT_CODE,
  /** The owner of the stream rejected remote control. @remedy Nothing: it is the decision of the other user. */
  RemoteControlRejected: -402,
  /** Another member controls the stream. @remedy Ask again when that control has ended. */
  RemoteControlBusy: -403,
  /** The owner of the stream allows no remote control, or not this kind of it. @remedy Let the owner allow it first. */
  RemoteControlNotAllowed: -405,
  /**
   * The member does not exist, or does not accept the operation.
   * @remedy Check that the member is in the conference and takes this operation.
   */
  NotAccepted: -507,
  /** Another device of the same user answered or made the call. @remedy Nothing: go on at the other device. */
  OtherDevice: -554,
  /** All places of talkers are taken while a role is to be raised. @remedy Lower the role of another talker first. */
  TalkersFull: -523,
} as const;

/** Result and `error` codes of server answers (spec §8; the provider's published list). */
export const ServerCode = {
  /**
   * The token is missing, malformed, expired, or of another user or application.
   * @remedy Obtain a new token, by a function in `identity.token` or by `renewToken`, and call again.
   */
  TokenInvalid: -100,
  /**
   * The role does not allow the action, a limit of the server is reached, or the room admits only members with a grant.
   * @remedy Let an admin raise the role, let the backend issue a grant, or wait where the message says so.
   */
  NoRights: -101,
  /** A field of the request is missing or malformed. @remedy Correct the field that the message names. */
  BadParameters: -200,
  /** No such conference or recording exists. @remedy Check the id; join by room name to create the conference. */
  ConferenceNotFound: -301,
  /** The conference existed and is over. @remedy Create or join another one. */
  ConferenceDisbanded: -302,
  /**
   * The ticket is malformed, was not issued by this server, or is of another conference.
   * @remedy Request a new ticket and enter with it unchanged.
   */
  TicketInvalid: -500,
  /**
   * The operation does not fit the state, e.g. a second enter on one connection or a recording that is not complete.
   * @remedy Wait for the state that the message names.
   */
  BadOperation: -501,
  /**
   * The ticket has expired, its grant was revoked, or its holder was removed from the conference.
   * @remedy Request a new ticket; join calls of the SDK do so by themselves.
   */
  TicketExpired: -502,
  /** The member is not in the conference any more. @remedy Join again. */
  MemberInvalid: -504,
  /** The conference of the ticket is over. @remedy Create or join another one. */
  ConferenceInvalid: -506,
  /**
   * The conference type, the server or the addressed member does not support the operation.
   * @remedy Use a conference type that has it; check that the member exists.
   */
  OperationUnsupported: -507,
  /** The password of the conference is wrong. @remedy Ask the user for the password again. */
  PasswordWrong: -508,
  /** The server does not support this version of the client. @remedy Update the SDK or the server. */
  ClientUnsupported: -510,
  /**
   * No video codec of the conference is supported by this browser.
   * @remedy Create the conference with `useVCodes` that all its browsers have: VP8, or H264.
   */
  CodecUnsupported: -520,
  /** The conference is full. @remedy Wait until a member leaves, or raise the limit in the settings of the server. */
  TooManyMembers: -522,
  /** All places of talkers are taken. @remedy Enter as audience, or wait until a talker leaves. */
  TooManyTalkers: -523,
  /** All places of publishers of video are taken. @remedy Publish audio only, or wait until another publisher stops. */
  TooManyVideoPublishers: -524,
  /**
   * A message that opens a connection has no session description.
   * @remedy Update the SDK; a client of your own must send the offer with it.
   */
  SdpRequired: -550,
  /**
   * The connection that a message names does not exist, or the message names none.
   * @remedy Nothing: the SDK opens another one by itself.
   */
  RtcRequired: -552,
  /**
   * The stream cannot be published: too many streams or open connections, or the media worker refused it.
   * @remedy End another stream first; try again.
   */
  PublishFailed: -554,
  /**
   * The server is temporarily unable, e.g. while its media worker restarts or its database is away.
   * @remedy Try again after some seconds; look into the log of the server where it persists.
   */
  SystemError: SYSTEM_ERROR_CODE,
} as const;
export type ServerCode = (typeof ServerCode)[keyof typeof ServerCode];

/** `errorType` values of client errors (spec §8). */
export const ErrorType = {
  /** The server answered and refused. @remedy Look up `code` among the codes of the server. */
  ServerRefuse: 'server_refuse',
  /**
   * A call over HTTP failed: no connection, no answer, or a status other than 200, which is `code`.
   * @remedy Check `restUrl` and the network; 401 needs a new token, 429 and 503 a wait.
   */
  HttpError: 'http_error',
  /** Joining failed (−200); `cause` has the failed step. @remedy Read `cause`, then join again. */
  JoinFail: 'join_fail',
  /**
   * Camera, microphone or screen could not be opened (−201).
   * @remedy Read `reason`: `permission`, `device-missing`, `device-busy`, `unsupported` or `media`.
   */
  OpenUserMediaFail: 'open_user_media_fail',
  /** A stream could not be published (−203). @remedy Read `code` and `cause`; publish again. */
  PushFail: 'push_fail',
  /**
   * Video could not be muted or unmuted (−203).
   * @remedy Read `code` and `cause`; the state is as before, so try again.
   */
  VideoOffFail: 'voff_fail',
  /**
   * Audio could not be muted or unmuted (−203).
   * @remedy Read `code` and `cause`; the state is as before, so try again.
   */
  AudioOffFail: 'aoff_fail',
  /**
   * A stream could not be subscribed to (−203), e.g. as its owner has left.
   * @remedy Read `code` and `cause`; check that the stream still exists, then subscribe again.
   */
  SubscribeFail: 'sub_fail',
  /**
   * The camera does not take the new constraints (−203).
   * @remedy Use a size and frame rate that `getCapabilities` of the track has.
   */
  ConstraintsFail: 'ChanageVideoConstraints_fail',
  /**
   * The camera could not be switched, on this side or by remote control (−203).
   * @remedy Check that a second camera exists and is free.
   */
  SwitchCameraFail: 'switch_camera_fail',
  /**
   * Focus or exposure of a remote camera could not be set (−203).
   * @remedy Check that the owner allows control and that its camera supports it.
   */
  FocusExposureFail: 'focusexpo_remote_fail',
  /**
   * No picture could be taken by a remote camera (−203).
   * @remedy Check that the owner allows control and publishes video.
   */
  CaptureFail: 'capture_remote_fail',
  /**
   * The torch of a remote camera could not be switched (−203).
   * @remedy Check that the owner allows control and that its camera has a torch.
   */
  TorchFail: 'torch_remote_fail',
  /**
   * The picture of a remote camera could not be frozen or released (−203).
   * @remedy Check that the owner allows control and publishes video.
   */
  FreezeFail: 'freeze_remote_fail',
  /** The client is in a conference already. @remedy Leave it first. */
  CurrentCalling: 'CurrentCalling',
} as const;
export type ErrorType = (typeof ErrorType)[keyof typeof ErrorType];

/** Codes of the error types (spec §8). */
export const JOIN_FAIL_CODE = -200;
export const OPEN_USER_MEDIA_FAIL_CODE = -201;
export const STREAM_FAIL_CODE = -203;
