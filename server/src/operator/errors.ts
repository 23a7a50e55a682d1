import { ServerCode } from '@lectern/rtc/protocol';
import type { CommandRefusal } from '../conference/commands.js';
import type { OperatorErrorCode } from './types.js';

/** HTTP status by reason. */
export const STATUS: Readonly<Record<OperatorErrorCode, number>> = {
  invalid_request: 400,
  unauthorized: 401,
  not_found: 404,
  conflict: 409,
  refused: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

/** The operation was refused and changed nothing. */
export class OperatorError extends Error {
  constructor(
    readonly code: OperatorErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'OperatorError';
  }
}

const CODES: ReadonlyMap<number, OperatorErrorCode> = new Map([
  [ServerCode.BadParameters, 'invalid_request'],
  [ServerCode.ConferenceDisbanded, 'not_found'],
  // The member does not exist, or the room is of a kind without this feature.
  [ServerCode.OperationUnsupported, 'not_found'],
  [ServerCode.SystemError, 'unavailable'],
]);

/** Converts the refusal of a conference to an error of the operator API. */
export const refusalError = ({ code, message }: CommandRefusal): OperatorError =>
  new OperatorError(CODES.get(code) ?? 'refused', message);
