import { codeOf } from '../lifecycle/index.js';

const NETWORK_ERRORS: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
/**
 * SQLSTATE: connection lost or refused (08), the server is shutting down or starting up (57P), a statement exceeded its
 * time limit (57014), and it has no disk, memory or connection left (53).
 */
const AWAY_STATES = /^(08|53|57P|57014)/;
/** `pg` has no codes for a connection that ended or failed, nor for an unanswered statement. */
const AWAY_MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;
const UNIQUE_VIOLATION = '23505';

/** True if the error means that the database is unreachable, does not answer or has no room, so that a later attempt may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (NETWORK_ERRORS.has(code) || AWAY_STATES.test(code) || AWAY_MESSAGES.test(cause.message)) return true;
  }
  return false;
}

/** True if a statement was refused because a row with its key exists. */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === UNIQUE_VIOLATION;
