import type { FastifyInstance } from 'fastify';
import type { Clock } from '@lectern/kit/clock';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes bodies that are long on the way: they may come as slowly as they do, as long as they come. */
    longBody?: boolean;
  }
}

/** Longest wait for the head of a request, and for a whole body; most are small. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** A long body is looked at so often: nothing at all within that time ends it. */
export const SILENCE_TIMEOUT_MS = 30_000;
/**
 * Bytes per second that a long body brings at least, on average over {@link SILENCE_TIMEOUT_MS}, once that time has
 * passed for the first time. A phone on the slowest mobile data in use (GPRS, 32 kbit/s) is as fast.
 */
const LEAST_BYTES_PER_SECOND = 4_000;
/** Bytes that are waited for within one look. */
export const LEAST_BYTES = (LEAST_BYTES_PER_SECOND * SILENCE_TIMEOUT_MS) / 1_000;
const LONG_TIMEOUT_MS = 2 * 3_600_000;

const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/**
 * Limits the time in which a client has to send its request. Node has one limit for all requests; an upload over a slow
 * line may take longer than any other request, up to `longMs`, as long as it arrives at a minimum rate.
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
      // The first time is a grace: lines of phones take their time to become as fast as they are.
      let least = 1;
      const look = (): void => {
        // A body that waits for this server is not late.
        if (!raw.isPaused() && socket.bytesRead - seen < least) cut();
        seen = socket.bytesRead;
        least = LEAST_BYTES;
      };
      stops.push(clock.every(SILENCE_TIMEOUT_MS, look));
    }
    raw.once('close', stop);
    reply.raw.once('close', stop);
    return done();
  });
}
