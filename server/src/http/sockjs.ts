import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Path prefix of the sockets of clients up to 4.8.1. */
export const SOCKJS_PATH = '/ws';
/** `/ws/<server>/<session>/websocket`: numbers of the client's choice, without meaning for a WebSocket. */
export const SOCKJS_SOCKET_PATH = /^\/ws\/[^/.]+\/[^/.]+\/websocket$/;

const ENTROPY = 2 ** 32;

/** Requests of SockJS clients before they open a WebSocket, which is the only transport offered. */
export function sockJsRoutes(app: FastifyInstance): void {
  app.get(SOCKJS_PATH, (_request, reply) => reply.type('text/plain; charset=UTF-8').send('Welcome to SockJS!\n'));
  app.get(`${SOCKJS_PATH}/info`, (_request, reply) =>
    reply
      // Cross-origin clients send the request with credentials, although there are none.
      .header('access-control-allow-credentials', 'true')
      .header('cache-control', 'no-store')
      .send({ websocket: true, origins: ['*:*'], cookie_needed: false, entropy: randomInt(ENTROPY) }),
  );
}
