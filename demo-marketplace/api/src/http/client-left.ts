import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';

/** The client closed the connection before the response was sent. */
export class ClientLeft extends Error {
  constructor() {
    super('the client left before it was answered');
    this.name = 'ClientLeft';
  }
}

/**
 * Returns a signal that is aborted with {@link ClientLeft} when the client closes the connection before the response
 * was sent.
 */
export function clientLeft(response: Pick<Writable, 'destroyed' | 'writableFinished' | 'once'>): AbortSignal {
  const controller = new AbortController();
  const leave = (): void => {
    if (!response.writableFinished) controller.abort(new ClientLeft());
  };
  if (response.destroyed) leave();
  else response.once('close', leave);
  return controller.signal;
}

/** True when the client closed the connection before its request was complete, so that reading the body fails. */
export const isCutOff = (request: IncomingMessage): boolean => request.readableAborted || request.socket.destroyed;
