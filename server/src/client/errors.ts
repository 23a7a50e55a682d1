import type { OperatorErrorCode } from '../operator/types.js';

/** A call of the operator API was refused, or did not get through. */
export class OperatorCallError extends Error {
  constructor(
    /** Why it was refused; `unreachable` where no answer of the server came. */
    readonly code: OperatorErrorCode | 'unreachable',
    message: string,
    /** HTTP status; 0 without an answer. */
    readonly status: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'OperatorCallError';
  }
}
