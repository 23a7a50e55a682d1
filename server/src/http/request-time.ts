import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes bodies that are long on the way: they may come as slowly as they do, as long as they come. */
    longBody?: boolean;
  }
}

/** Longest wait for the head of a request, and for a whole body; most are small. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** Longest silence within a long body. */
export const SILENCE_TIMEOUT_MS = 30_000;
const LONG_TIMEOUT_MS = 2 * 3_600_000;

const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/**
 * Bounds how long a client may take to say what it wants. Node has one limit for all requests; a file on a slow line
 * takes longer than anything else may, `longMs` at most.
 */
export function limitRequestTime(app: FastifyInstance, clock: Clock, longMs = LONG_TIMEOUT_MS): void {
  app.server.requestTimeout = 0;
  app.server.headersTimeout = REQUEST_TIMEOUT_MS;
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const { headers, socket } = raw;
    if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return done();
    const stops: (() => void)[] = [];
    const stop = (): void => {
      for (const one of stops) one();
    };
    const cut = (): void => {
      stop();
      if (!reply.raw.headersSent) socket.write(TIMED_OUT);
      socket.destroySoon();
    };
    const isLong = request.routeOptions.config.longBody === true;
    stops.push(clock.after(isLong ? longMs : REQUEST_TIMEOUT_MS, cut));
    if (isLong) {
      let seen = socket.bytesRead;
      const look = (): void => {
        if (socket.bytesRead === seen) cut();
        seen = socket.bytesRead;
      };
      stops.push(clock.every(SILENCE_TIMEOUT_MS, look));
    }
    raw.once('close', stop);
    reply.raw.once('close', stop);
    return done();
  });
}
