/** Reason of a failed call, from a closed set; {@link LecternError.code} holds the specification's number or word. */
export type ErrorReason =
  | 'invalid-argument'
  | 'invalid-state'
  | 'aborted'
  | 'timeout'
  | 'network'
  | 'refused'
  | 'closed'
  | 'media'
  | 'permission'
  | 'device-missing'
  | 'device-busy'
  | 'unsupported'
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
