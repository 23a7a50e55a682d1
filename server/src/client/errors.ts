import type { OperatorErrorCode } from '../operator/types.js';

/** A call of the operator API was refused, or got no response. */
export class OperatorCallError extends Error {
  constructor(
    /** Reason of the refusal; `unreachable` without a response of the server. */
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
