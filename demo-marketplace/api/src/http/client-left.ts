import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';

/** The client closed the connection before it had its answer: there is nobody to answer any more. */
export class ClientLeft extends Error {
  constructor() {
    super('the client left before it was answered');
    this.name = 'ClientLeft';
  }
}

/** Aborted with {@link ClientLeft} when the client closes the connection before the answer was sent. */
export function clientLeft(response: Pick<Writable, 'destroyed' | 'writableFinished' | 'once'>): AbortSignal {
  const controller = new AbortController();
  const leave = (): void => {
    if (!response.writableFinished) controller.abort(new ClientLeft());
  };
  if (response.destroyed) leave();
  else response.once('close', leave);
  return controller.signal;
}

/** Whether the client closed the connection before its request was complete: reading it fails for that alone. */
export const isCutOff = (request: IncomingMessage): boolean => request.readableAborted || request.socket.destroyed;
