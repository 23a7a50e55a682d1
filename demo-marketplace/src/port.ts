import { once } from 'node:events';
import { createServer } from 'node:net';

/** The address that was to be listened on belongs to another program. */
export class PortTakenError extends Error {
  constructor(port: number) {
    super(
      `port ${port} is in use by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
    );
    this.name = 'PortTakenError';
  }
}

const REASONS: Readonly<Record<string, (port: number) => Error>> = {
  EADDRINUSE: (port) => new PortTakenError(port),
  EACCES: (port) => new Error(`port ${port} may not be used by this user. Choose one above 1023: PORT=8080 npm start`),
};

/**
 * Finds out that a port is taken before anything is started that would have to be stopped again, above all before a
 * second database is started on the same data. @throws {PortTakenError}
 */
export async function checkPort(port: number, host: string): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw REASONS[code]?.(port) ?? error;
  }
  probe.close();
  await once(probe, 'close');
}
