import rateLimit from '@fastify/rate-limit';
import {
  enterAsGuest,
  FailureReason,
  FieldProblem,
  ResultCode,
  type Envelope,
  type FailureData,
} from '@lectern/marketplace-contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { ApiFailure, messageFor } from './failure.js';
import { RtcUsers, type RtcUsersOptions } from './rtc-users.js';

/** Generous, since a school may sit behind one address; enough to stop a script from filling the user table. */
const GUESTS_PER_MINUTE = 120;

const PREFIX = '/api';
/** No action takes more; the largest body today is a name. */
const BODY_LIMIT_BYTES = 64 * 1024;

export interface MarketplaceApiOptions extends RtcUsersOptions {
  /** New guests per minute and address. */
  readonly guestsPerMinute?: number;
}

/** Fastify plugin: the marketplace's actions under `/api`, each answering with the envelope `{code, msg, data}`. */
export async function marketplaceApi(app: FastifyInstance, options: MarketplaceApiOptions): Promise<void> {
  const users = new RtcUsers(options);

  await app.register(
    async (scope) => {
      await scope.register(rateLimit, { global: false });
      scope.setErrorHandler(answerError);
      scope.setNotFoundHandler((request, reply) =>
        answerFailure(request, reply, new ApiFailure(ResultCode.NotFound, { reason: FailureReason.NotFound })),
      );

      scope.route({
        method: enterAsGuest.method,
        url: enterAsGuest.path.slice(PREFIX.length),
        bodyLimit: BODY_LIMIT_BYTES,
        config: {
          rateLimit: {
            max: options.guestsPerMinute ?? GUESTS_PER_MINUTE,
            timeWindow: '1 minute',
            errorResponseBuilder: (_request, { ttl }) =>
              new ApiFailure(ResultCode.TooMany, {
                reason: FailureReason.TooMany,
                retry_after: Math.ceil(ttl / 1000),
              }),
          },
        },
        handler: async (request, reply) => {
          const { displayName } = parseBody(enterAsGuest.request, request.body);
          return answer(request, reply, ResultCode.Ok, 'ok', await users.createGuest(displayName));
        },
      });
    },
    { prefix: PREFIX },
  );
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ResultCode,
  reason: FailureReason | 'ok',
  data: unknown,
): FastifyReply {
  const body: Envelope = { code, msg: messageFor(reason, request.headers['accept-language']), data };
  return reply.code(200).header('cache-control', 'no-store').send(body);
}

const answerFailure = (request: FastifyRequest, reply: FastifyReply, { code, data }: ApiFailure): FastifyReply =>
  answer(request, reply, code, data.reason, data);

function answerError(error: FastifyError | ApiFailure, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ApiFailure) {
    if (error.cause) request.log.warn({ err: error.cause }, error.message);
    return answerFailure(request, reply, error);
  }
  // What Fastify itself refuses: broken JSON, another media type, a body that is too large.
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    return answerFailure(request, reply, new ApiFailure(ResultCode.Invalid, { reason: FailureReason.Invalid }));
  }
  request.log.error({ err: error }, 'an action broke');
  return answerFailure(request, reply, new ApiFailure(ResultCode.Failed, { reason: FailureReason.Internal })).code(500);
}

/** @throws {ApiFailure} 422, with a problem for each field. */
function parseBody<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  const errors: Record<string, FieldProblem> = {};
  for (const issue of parsed.error.issues) errors[issue.path.join('.')] ??= problemOf(issue);
  const data: FailureData = { reason: FailureReason.Invalid, errors };
  throw new ApiFailure(ResultCode.Invalid, data);
}

function problemOf(issue: z.core.$ZodIssue): FieldProblem {
  if (issue.code === 'too_big') return FieldProblem.TooLong;
  const isMissing = issue.code === 'too_small' || (issue.code === 'invalid_type' && issue.input === undefined);
  return isMissing ? FieldProblem.Required : FieldProblem.Malformed;
}
