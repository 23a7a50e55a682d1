import type { OperatorErrorCode } from '../operator/types.js';

/** Reason of a failed call of the operator API. */
export type OperatorCallErrorCode =
  | OperatorErrorCode
  /** The server did not answer. @remedy Check the address and that the server runs; try again. */
  | 'unreachable';

/** A call of the operator API was refused, or got no response. */
export class OperatorCallError extends Error {
  constructor(
    readonly code: OperatorCallErrorCode,
    message: string,
    /** HTTP status; 0 without an answer. */
    readonly status: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'OperatorCallError';
  }
}
