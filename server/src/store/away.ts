const NETWORK_ERRORS: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
/**
 * SQLSTATE: connection lost or refused (08), the server is shutting down or starting up (57P), a statement took longer
 * than it may (57014), no connection is free (53300).
 */
const AWAY_STATES = /^(08|57P|57014|53300)/;
/** What `pg` itself says, without a code, of a connection that ended before or while it was used, or did not come about. */
const AWAY_MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

/** Whether something failed because the database cannot be reached, and may succeed in a while. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (NETWORK_ERRORS.has(code) || AWAY_STATES.test(code) || AWAY_MESSAGES.test(cause.message)) return true;
  }
  return false;
}
