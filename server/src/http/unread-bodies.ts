import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '@lectern/kit/clock';

/** Time for which the rest of a body is read and discarded after the response, in milliseconds. */
export const LINGER_MS = 5_000;
/** Approximate limit of discarded bytes. */
export const LINGER_BYTES = 16 * 1024 * 1024;
const LOOK_MS = 100;

/**
 * Closes a connection whose request is answered before its body has arrived: too large, refused, unauthenticated. The
 * response says so (`connection: close`), and the remaining body is discarded for a short time: a connection that is
 * closed with unread bytes is reset, and many clients then lose the response.
 */
export function closeAfterUnreadBodies(app: FastifyInstance, clock: Clock): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const { headers } = raw;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody) watch(raw, reply.raw, clock);
    done();
  });
}

function watch(request: IncomingMessage, response: ServerResponse, clock: Clock): void {
  const isUnread = (): boolean => !request.complete && !request.destroyed;
  const { writeHead } = response;
  // Covers responses of the framework, and of a library that has taken over the request.
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    if (isUnread()) response.shouldKeepAlive = false;
    return writeHead.apply(response, args);
  }) as typeof writeHead;
  // Before Node's own listener, which closes the connection at once.
  response.prependOnceListener('finish', () => {
    if (isUnread()) linger(request.socket, clock);
  });
}

/** Half-closes a socket, and reads on for a short time before it is closed. */
function linger(socket: Socket, clock: Clock): void {
  const { bytesRead } = socket;
  socket.destroySoon = () => {
    socket.end();
    const stops = [
      clock.after(LINGER_MS, () => socket.destroy()),
      clock.every(LOOK_MS, () => {
        if (socket.bytesRead - bytesRead > LINGER_BYTES) socket.destroy();
      }),
    ];
    socket.once('close', () => {
      for (const stop of stops) stop();
    });
  };
}
