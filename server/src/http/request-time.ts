import type { FastifyInstance } from 'fastify';
import type { Clock } from '@lectern/kit/clock';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route accepts long uploads: they may be slow, as long as they keep arriving. */
    longBody?: boolean;
  }
}

/** Timeout of the head of a request, and of a whole body, in milliseconds; most are small. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** Interval of checks on a long body, in milliseconds: one without any data ends it. */
export const SILENCE_TIMEOUT_MS = 30_000;
/**
 * Minimum rate of a long body in bytes per second, on average over {@link SILENCE_TIMEOUT_MS}, after the first such
 * interval. A phone on the slowest mobile data in use (GPRS, 32 kbit/s) is as fast.
 */
const LEAST_BYTES_PER_SECOND = 4_000;
/** Minimum number of bytes within one interval. */
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
      // The first interval is a grace period: mobile connections take time to reach their full rate.
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
