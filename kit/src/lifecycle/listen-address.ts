import { once } from 'node:events';
import { createServer } from 'node:net';
import { codeOf, StartError } from './start-error.js';

const FIRST_FREE_PORT = 1_024;
const LAST_PORT = 65_535;

type Reason = (port: number, host: string) => string;

const notOurs: Reason = (_port, host) =>
  `HOST=${host} is no address of this machine. Set HOST to one of its addresses, or to 0.0.0.0 for all of them`;

const REASONS: Readonly<Record<string, Reason>> = {
  EADDRINUSE: (port, host) =>
    `port ${port} of ${host} is in use by another program. Stop that one, or choose another port, ` +
    `as PORT=${port < LAST_PORT ? port + 1 : FIRST_FREE_PORT}`,
  EACCES: (port) => `port ${port} may not be used by this user. Choose one above 1023, as PORT=8080`,
  EPERM: (port) => `port ${port} may not be used by this user. Choose one above 1023, as PORT=8080`,
  EADDRNOTAVAIL: notOurs,
  ENOTFOUND: notOurs,
  EAI_AGAIN: notOurs,
  EAI_FAIL: notOurs,
  EINVAL: notOurs,
  EAFNOSUPPORT: notOurs,
};

/**
 * The {@link StartError} for an address that cannot be listened on; undefined when the error is about something else.
 */
export function listenError(port: number, host: string, error: unknown): StartError | undefined {
  const reason = REASONS[codeOf(error) ?? ''];
  return reason && new StartError(reason(port, host), { cause: error });
}

/**
 * Checks that an address can be listened on before anything is started that would have to be stopped again.
 *
 * @param port 0 for any free port
 * @throws {StartError} that names the wrong setting, `PORT` or `HOST`
 */
export async function checkListenAddress(port: number, host: string): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
  } catch (error) {
    throw listenError(port, host, error) ?? error;
  }
  probe.close();
  await once(probe, 'close');
}
