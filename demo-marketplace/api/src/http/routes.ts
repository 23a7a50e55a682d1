import { ACTIONS, FailureReason, ResultCode, type Envelope } from '@lectern/marketplace-contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '@lectern/kit/clock';
import { isDatabaseAway } from '@lectern/kit/postgres';
import { withoutValues, type Database, type Pool } from '../db/database.js';
import type { Caller, Sessions } from '../login/sessions.js';
import type { VisitorCache } from '../visitor-cache/index.js';
import { checkAccess } from './access.js';
import { bodyLimitOf } from './body-limit.js';
import type { BoundAction, Call } from './call.js';
import { ClientLeft, clientLeft } from './client-left.js';
import { ApiFailure, bodyTooLarge, tooMany, unavailable } from './failure.js';
import { failureMessage, languageOf, successMessage, type Success } from './messages.js';
import { parseBody } from './parse.js';
import { networkOf } from '@lectern/kit/addresses';
import { once } from './replay.js';

export const PREFIX = '/api';
/** Bodies above this size may take long to arrive, and have a rate limit of their own. */
const LARGE_BODY_BYTES = 1024 * 1024;
const BODY_TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE';
const MINUTE_MS = 60_000;

export interface RouteOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly actions: readonly BoundAction[];
  /** Calls per minute per member, or per network for visitors, of actions without a limit of their own. */
  readonly limits: {
    readonly perMinute: number;
    /** Limit of actions whose bodies may exceed {@link LARGE_BODY_BYTES}. */
    readonly largePerMinute: number;
  };
  readonly visitorCache: VisitorCache;
  /** Public address of the site; by default the address of each request. */
  readonly publicUrl: string | undefined;
}

/** @throws {Error} when the bound actions differ from those of the contract */
function checkComplete(actions: readonly BoundAction[]): void {
  const bound = new Set(actions.map(({ action }) => action.path));
  const lacking = ACTIONS.filter(({ path }) => !bound.has(path)).map(({ path }) => path);
  if (lacking.length > 0) throw new Error(`declared, but not there: ${lacking.join(', ')}`);
}

/** Serves the actions below {@link PREFIX}, each with the envelope `{code, msg, data}`. */
export function actionRoutes(scope: FastifyInstance, options: RouteOptions): void {
  checkComplete(options.actions);
  scope.setErrorHandler(answerError);
  scope.setNotFoundHandler((request, reply) => answerFailure(request, reply, new ApiFailure(FailureReason.NotFound)));
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    reply.header('x-request-id', request.id);
    reply.header('x-server-time', String(options.clock.now()));
  });
  const callerOf = callersOf(options);
  for (const bound of options.actions) route(scope, bound, options, callerOf);
}

type FindCaller = (request: FastifyRequest) => ReturnType<Sessions['find']>;

/** Looks up the caller, once per request. */
function callersOf({ sessions, clock }: RouteOptions): FindCaller {
  const found = new WeakMap<FastifyRequest, ReturnType<Sessions['find']>>();
  return (request) => {
    const known = found.get(request);
    if (known !== undefined) return known;
    const caller = sessions.find(request.headers.authorization, clock.now(), request.ip);
    found.set(request, caller);
    return caller;
  };
}

/** Key of the rate limit: the member when logged in, since a school may share one address, otherwise the network. */
const countedAs = async (request: FastifyRequest, callerOf: FindCaller): Promise<string> => {
  const caller = await callerOf(request);
  return typeof caller === 'object' ? `member ${caller.member.id}` : networkOf(request.ip);
};

function route(scope: FastifyInstance, bound: BoundAction, options: RouteOptions, callerOf: FindCaller): void {
  const { action, perMinute } = bound;
  const { limits } = options;
  const bodyLimit = bodyLimitOf(action.request);
  const isLarge = bodyLimit > LARGE_BODY_BYTES;
  scope.route({
    method: action.method === 'GET' ? ['GET', 'POST'] : action.method,
    url: action.path.slice(PREFIX.length),
    bodyLimit,
    config: {
      // Uploading a long course over a mobile connection takes minutes.
      longBody: isLarge,
      rateLimit: {
        max: perMinute ?? (isLarge ? limits.largePerMinute : limits.perMinute),
        timeWindow: MINUTE_MS,
        keyGenerator: (request) => countedAs(request, callerOf),
        errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
      },
    },
    // After the rate limit, which is an `onRequest` hook, and before the body is read, so that unauthorised callers
    // cannot fill the memory.
    preParsing: async (request, _reply, payload) => {
      const caller = await callerOf(request);
      if (caller === undefined || typeof caller === 'object') checkAccess(action.access, caller);
      // A visitor's page may still send an expired token; public actions ignore it.
      else if (action.access !== 'P') throw new ApiFailure(FailureReason.LoginElsewhere);
      return payload;
    },
    handler: async (request, reply) => {
      const caller = await callerOf(request);
      const known = typeof caller === 'object' ? caller : undefined;
      const body = parseBody(action.request, request.method === 'POST' ? request.body : request.query);
      const begun: BegunCall = {
        request,
        body,
        caller: known,
        now: options.clock.now(),
        signal: clientLeft(reply.raw),
      };
      const isShared = known === undefined && bound.visitors !== undefined;
      return isShared
        ? answerVisitor(reply, await runForVisitors(bound, options, begun))
        : runForCaller(bound, options, begun, reply);
    },
  });
}

/** A call whose request is valid. */
interface BegunCall {
  readonly request: FastifyRequest;
  readonly body: unknown;
  readonly caller: Caller | undefined;
  readonly now: number;
  readonly signal: AbortSignal;
}

type CallEffects = Pick<Call, 'say' | 'after'>;

const callOf = <Db extends Database>(
  db: Db,
  { request, caller, now, signal }: BegunCall,
  { publicUrl }: RouteOptions,
  effects: CallEffects,
): Call<Db> => ({
  db,
  caller,
  now,
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  language: languageIn(request),
  requestId: request.id,
  origin: publicUrl ?? `${request.protocol}://${request.host}`,
  log: request.log,
  signal,
  ...effects,
});

async function runForCaller(
  { action, run, before }: BoundAction,
  options: RouteOptions,
  begun: BegunCall,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db } = options;
  const { body, caller, now, request } = begun;
  let said: Success = 'ok';
  const afterwards: (() => void)[] = [];
  const effects: CallEffects = { say: (success) => (said = success), after: (work) => afterwards.push(work) };
  const prepared = await before?.(body, callOf(db, begun, options, effects));
  const owner = caller === undefined ? '' : String(caller.member.id);
  const outcome = await once({ db, action, request: body, owner, now }, async (inner) => {
    // Fields that the contract does not declare are removed.
    const data = action.response.parse(await run(body, callOf(inner, begun, options, effects), prepared));
    return { say: said, data };
  });
  for (const work of afterwards) work();
  return answer(reply, ResultCode.Ok, successMessage(outcome.say, languageIn(request)), outcome.data);
}

const refuseEffects = (): never => {
  throw new Error('an answer that visitors share has an effect');
};
const NO_EFFECTS: CallEffects = { say: refuseEffects, after: refuseEffects };
/** A shared computation goes on when the visitor leaves who began it. */
const NEVER_ABORTED = new AbortController().signal;

/** Returns the envelope of the answer, which may have been computed for another visitor. */
async function runForVisitors(
  { action, run, visitors }: BoundAction,
  options: RouteOptions,
  begun: BegunCall,
): Promise<string> {
  const { body } = begun;
  const language = languageIn(begun.request);
  const call = callOf(options.db, { ...begun, signal: NEVER_ABORTED }, options, NO_EFFECTS);
  const envelope = await options.visitorCache.get(`${action.path} ${language} ${JSON.stringify(body)}`, async () => {
    const data = action.response.parse(await run(body, call));
    return JSON.stringify({ code: ResultCode.Ok, msg: successMessage('ok', language), data } satisfies Envelope);
  });
  await visitors?.each?.(body, call);
  return envelope;
}

const answerVisitor = (reply: FastifyReply, envelope: string): FastifyReply =>
  reply.code(200).type('application/json; charset=utf-8').send(envelope);

const languageIn = (request: FastifyRequest) => languageOf(request.headers['accept-language']);

function answer(reply: FastifyReply, code: ResultCode, msg: string, data: unknown, status = 200): FastifyReply {
  const body: Envelope = { code, msg, data };
  return reply.code(status).send(body);
}

const answerFailure = (request: FastifyRequest, reply: FastifyReply, { code, data }: ApiFailure): FastifyReply =>
  answer(
    reply,
    code,
    failureMessage(data, languageIn(request)),
    data,
    data.reason === FailureReason.Internal ? 500 : 200,
  );

function answerError(error: FastifyError | ApiFailure, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ApiFailure) {
    if (error.cause) request.log.warn({ err: withoutValues(error.cause) }, error.message);
    return answerFailure(request, reply, error);
  }
  // The connection of the caller broke, not that of the database.
  if (error instanceof ClientLeft || request.raw.readableAborted) {
    request.log.info('an action ended when its caller left');
    return answerFailure(request, reply, new ApiFailure(FailureReason.Internal));
  }
  if (isDatabaseAway(error)) {
    const failure = unavailable(error);
    request.log.warn(
      { err: withoutValues(error) },
      'an action failed, since the database or a service behind it is away',
    );
    reply.header('retry-after', String(failure.data.retry_after));
    return answer(reply, failure.code, failureMessage(failure.data, languageIn(request)), failure.data, 503);
  }
  const { bodyLimit } = request.routeOptions;
  if (error.code === BODY_TOO_LARGE && bodyLimit !== undefined) {
    return answerFailure(request, reply, bodyTooLarge(bodyLimit));
  }
  // Errors that Fastify itself raises: malformed JSON, an unsupported media type.
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return answerFailure(request, reply, new ApiFailure(FailureReason.Invalid));
  request.log.error({ err: withoutValues(error) }, 'an action broke');
  return answerFailure(request, reply, new ApiFailure(FailureReason.Internal));
}
