/** Reason of a failed call, from a closed set; {@link LecternError.code} holds the specification's number or word. */
export type ErrorReason =
  /**
   * An argument is missing, malformed or out of range; nothing was sent and nothing changed.
   * @remedy Correct the argument that the message names.
   */
  | 'invalid-argument'
  /**
   * The call does not fit the current state, e.g. a join while in a conference or a call on one that was left.
   * @remedy Wait for the state that the message names, or make the call that it names first.
   */
  | 'invalid-state'
  /** The `AbortSignal` of the call was aborted by the application. @remedy Nothing: the application asked for it. */
  | 'aborted'
  /**
   * No answer came within the time that the message names.
   * @remedy Try again; where it persists, check the network and the load of the server.
   */
  | 'timeout'
  /**
   * The server cannot be reached, a connection broke, or no media flows.
   * @remedy Check address, network, firewall and TURN; try again.
   */
  | 'network'
  /**
   * The server, or the other side, understood the request and refused it; `code` has the reason.
   * @remedy Look up `code` in the tables below.
   */
  | 'refused'
  /**
   * The client, conference, call or stream was closed or left while the call was pending.
   * @remedy Nothing if the application closed it; otherwise read the event of the end and join again.
   */
  | 'closed'
  /**
   * Camera, microphone, screen or element failed for a reason that the browser does not name; `cause` has its error.
   * @remedy Choose another device, or open it with looser constraints.
   */
  | 'media'
  /**
   * The user or the browser policy denied camera, microphone, screen or playback.
   * @remedy Explain why the permission is needed and ask again by a click; a blocked permission is lifted in the
   * settings of the page.
   */
  | 'permission'
  /**
   * No device of this kind exists, or the one of the given `deviceId` was unplugged.
   * @remedy Let the user choose among `client.devices`, or open without `deviceId`.
   */
  | 'device-missing'
  /**
   * Another program or page uses the device, or the system could not start it.
   * @remedy Ask the user to close the other program, then try again.
   */
  | 'device-busy'
  /**
   * The browser, platform or server lacks what the call needs, e.g. a page without https has no media devices.
   * @remedy Offer the feature only where it exists; the message names what is missing.
   */
  | 'unsupported'
  /**
   * An answer or message is not what the protocol says, e.g. a proxy answered in place of the server.
   * @remedy Check the address of the server and what stands between; report it with the log otherwise.
   */
  | 'protocol';

/** Fields of an error besides its message. */
export interface LecternErrorOptions {
  readonly reason: ErrorReason;
  /** Result code of the specification (§8), e.g. −408. */
  readonly code?: number | undefined;
  /** `errorType` of the specification (§8), e.g. `sub_fail`. */
  readonly errorType?: string | undefined;
  /** Sentence of the specification (§8), where the message says the same in the terms of this API. */
  readonly specMessage?: string | undefined;
  readonly cause?: unknown;
}

/** Base of every error that the SDK throws or rejects with. */
export class LecternError extends Error {
  readonly reason: ErrorReason;
  readonly code: number | undefined;
  readonly errorType: string | undefined;
  /** Sentence that the specification (§8) has for this error, to the letter; undefined where it has none. */
  readonly specMessage: string | undefined;

  constructor(message: string, options: LecternErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'LecternError';
    this.reason = options.reason;
    this.code = options.code;
    this.errorType = options.errorType;
    this.specMessage = options.specMessage;
  }
}
