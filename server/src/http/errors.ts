import { ServerCode } from '@lectern/rtc/protocol';
import type { FastifyError, FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { Throttled } from '@lectern/kit/rate-limits';
import type { ServerMetrics } from '../metrics.js';
import { isDatabaseAway } from '../store/index.js';

/** An understood request was refused. Clients read only successful responses, so a refusal is sent with status 200. */
export class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

/** Words for refusals that deployed chat clients know (wire-im 2). */
export type ImRefusalCode =
  /** The token is missing, invalid or of another user, or sign-up is closed. @remedy Obtain a new token. */
  | 'unauthorized'
  /** The user name is taken. @remedy Choose another name; where the user is known, request a token. */
  | 'duplicate_unique_property_exists'
  /** User name or password is wrong. @remedy Ask the user for both again. */
  | 'invalid_grant'
  /** Too many failed logins of this user or address. @remedy Wait for the seconds of the header `Retry-After`. */
  | 'reach_limit';

/** A refusal for a chat client, which reads the HTTP status and the description (wire-im 2). */
export class ImRefused extends Error {
  constructor(
    /** Error code of the client: a number (605, 204, 50 …), or a word that it knows. */
    readonly code: number | ImRefusalCode,
    readonly status: number,
    description: string,
  ) {
    super(description);
    this.name = 'ImRefused';
  }
}

/** The request itself is invalid: status 4xx. */
export class BadRequest extends Error {
  constructor(
    message: string,
    readonly status = 400,
  ) {
    super(message);
    this.name = 'BadRequest';
  }
}

const RETRY_AFTER_S = 2;

const body = (error: number | string, message: string): object => ({
  error,
  errorMessage: message,
  error_description: message,
  msg: message,
});

/** Parses a request's body or query. @throws {BadRequest} */
export function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  throw new BadRequest(issues.join('; '));
}

/** Every error is sent as JSON with a numeric `error` (trap T7; chat clients read words) and a message. */
export function handleErrors(app: FastifyInstance, metrics: ServerMetrics): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    if (error instanceof Refusal) {
      metrics.refusals.inc({ what: 'rest', code: error.code });
      return reply.status(200).send(body(error.code, error.message));
    }
    if (error instanceof ImRefused) {
      metrics.refusals.inc({ what: 'im', code: error.code });
      return reply.status(error.status).send(body(error.code, error.message));
    }
    if (error instanceof Throttled) {
      metrics.refusals.inc({ what: 'rest', code: ServerCode.NoRights });
      // Status 200 as for every refusal: a probe of deployed clients must not take the whole server for unreachable.
      return reply
        .status(200)
        .header('retry-after', Math.ceil(error.retryAfterMs / 1000))
        .send(body(ServerCode.NoRights, error.message));
    }
    // The connection of the client broke, not that of the database.
    if (request.raw.readableAborted) {
      request.log.info({ route: request.routeOptions.url }, 'a request ended when its client left');
      return reply.status(400).send(body(ServerCode.BadParameters, 'the request was not complete'));
    }
    if (isDatabaseAway(error)) {
      request.log.warn({ err: error, route: request.routeOptions.url }, 'a request failed for want of the database');
      const message = 'the database is away at the moment; try again in a few seconds';
      return reply.status(503).header('retry-after', RETRY_AFTER_S).send(body(ServerCode.SystemError, message));
    }
    const status = error instanceof BadRequest ? error.status : 'statusCode' in error ? error.statusCode : undefined;
    if (status !== undefined && status >= 400 && status < 500) {
      metrics.refusals.inc({ what: 'http', code: status });
      return reply.status(status).send(body(ServerCode.BadParameters, error.message));
    }
    request.log.error({ err: error, route: request.routeOptions.url }, 'a request failed');
    return reply.status(500).send(body(ServerCode.SystemError, 'internal error'));
  });
  app.setNotFoundHandler((request, reply) =>
    reply
      .status(404)
      .send(body(ServerCode.BadParameters, `there is no ${request.method} ${request.url.split('?')[0]}`)),
  );
}
