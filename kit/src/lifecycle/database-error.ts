import { codeOf, StartError } from './start-error.js';

type Explanation = (setting: string) => string;

const unreachable: Explanation = (setting) => `nothing answers there; start the database, or correct ${setting}`;
const unknownHost: Explanation = (setting) => `its host name is not known; correct ${setting}`;
const refusedLogin: Explanation = (setting) => `it refuses the user or the password; correct them in ${setting}`;
const starting: Explanation = () => 'it is starting or stopping; try again when it is ready';
const noRights: Explanation = (setting) => `the user of ${setting} may not do what is needed; GRANT it the rights`;
const untrusted: Explanation = (setting) =>
  `its certificate is not trusted; set NODE_EXTRA_CA_CERTS to its authority, or correct ${setting}`;

const BY_CODE: Readonly<Record<string, Explanation>> = {
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EHOSTDOWN: unreachable,
  EHOSTUNREACH: unreachable,
  ENETDOWN: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  '28P01': refusedLogin,
  '28000': refusedLogin,
  '3D000': (setting) => `it has no such database; make it with CREATE DATABASE, or correct ${setting}`,
  '42501': noRights,
  '53300': () => 'it has no free connections; raise its max_connections',
  '53100': () => 'its disk is full; make room there',
  '25006': () => 'it is read-only; name the primary server, not a standby',
  '57P03': starting,
  '57P01': starting,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: (setting) => `its certificate has expired; renew it, or correct ${setting}`,
  ERR_TLS_CERT_ALTNAME_INVALID: (setting) => `its certificate is for another host; correct the host in ${setting}`,
};

const BY_MESSAGE: readonly (readonly [RegExp, Explanation])[] = [
  [/timeout exceeded when trying to connect|connection timeout|timeout expired|Connection terminated/, unreachable],
  [
    /error establishing an SSL connection/,
    (setting) => `it does not speak TLS as it should; check sslmode in ${setting}`,
  ],
  [/does not support SSL/, (setting) => `it does not speak TLS; take sslmode out of ${setting}`],
  [/client password must be a string|no password/i, (setting) => `it wants a password; put it into ${setting}`],
];

/** Errors of a UNIX socket, which only a failed connection says of the database: files of the data folder have them too. */
const BY_SOCKET_CODE: Readonly<Record<string, Explanation>> = {
  ENOENT: (setting) => `there is no such socket; start the database, or correct ${setting}`,
  EACCES: (setting) => `this user may not use its socket; change its rights, or correct ${setting}`,
};

/** True if connecting failed, in the error or in a cause of it. */
const isOfConnect = (error: unknown): boolean =>
  error instanceof Error && (('syscall' in error && error.syscall === 'connect') || isOfConnect(error.cause));

/** Address of a database for display: without its password. */
function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'the database';
  const shown = new URL(url);
  const user = shown.username === '' ? '' : `${shown.username}@`;
  return `${shown.protocol}//${user}${shown.host}${shown.pathname}`;
}

/**
 * Creates the {@link StartError} for a database that a setting names and that cannot be used.
 *
 * @param setting name of the setting with the address
 * @returns undefined when the error is about something else
 */
export function databaseError(setting: string, url: string, error: unknown): StartError | undefined {
  if (!(error instanceof Error)) return undefined;
  // If a name has several addresses, connecting to each of them has failed.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = codeOf(first) ?? codeOf(error);
  const message = first instanceof Error ? first.message : error.message;
  const explain =
    (code === undefined ? undefined : (BY_CODE[code] ?? (isOfConnect(first) ? BY_SOCKET_CODE[code] : undefined))) ??
    BY_MESSAGE.find(([words]) => words.test(message))?.[1];
  if (explain === undefined) return undefined;
  const detail = code ?? message;
  return new StartError(
    `the database ${withoutPassword(url)} (${setting}) cannot be used: ${explain(setting)} (${detail})`,
    { cause: error },
  );
}
