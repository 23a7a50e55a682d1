import { type FailureThrottle, Throttled, TokenBucket } from '@lectern/kit/rate-limits';
import type { Clock } from '@lectern/kit/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { ActiveKey, ApiKeys, SecretBox } from '../keys/index.js';
import { OperatorError, STATUS } from '../operator/errors.js';
import { openApiDocument } from '../operator/openapi.js';
import { OPERATIONS, OPERATOR_PATH, pathParameters, type CallInput, type Operation } from '../operator/operations.js';
import { parameters } from '../operator/schemas.js';
import type { OperatorCalls, OperatorErrorBody, OperatorErrorCode } from '../operator/types.js';
import { isDatabaseAway, type ReplayStore } from '../store/index.js';

const HOUR_MS = 3_600_000;
/** Time for which the answer to a creating call is kept for repetitions. */
const REPLAY_TTL_MS = 24 * HOUR_MS;
/** A call without an answer after this time was ended with its server. */
const ABANDONED_AFTER_MS = 60_000;
const MAX_IDEMPOTENCY_KEY_LENGTH = 128;
const RETRY_AFTER_S = 2;
const CREATED = 201;

export interface OperatorRoutes {
  readonly keys: ApiKeys;
  readonly box: SecretBox;
  readonly replays: ReplayStore;
  readonly throttle: FailureThrottle;
  readonly clock: Clock;
  readonly appKeys: readonly string[];
  /** Rate limit of one key: calls per second, and burst. */
  readonly limits: { readonly perSecond: number; readonly burst: number };
  /** The operator API of an application; grants are signed with the key. */
  callsOf(key: ActiveKey): OperatorCalls;
}

/** Id and secret of the `Authorization` header; undefined where it has none. */
function credentialsOf(request: FastifyRequest): { readonly id: string; readonly secret: string } | undefined {
  const encoded = /^Basic ([\w+/=-]{1,512})$/i.exec(request.headers.authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { id: text.slice(0, colon), secret: text.slice(colon + 1) };
}

const isJson = ({ headers, body }: FastifyRequest): boolean =>
  body !== undefined && /^application\/json\b/i.test(headers['content-type'] ?? '');

/** @throws {OperatorError} `invalid_request` */
function inputOf(operation: Operation, request: FastifyRequest): CallInput {
  const readPart = (name: keyof typeof parameters, value: unknown): unknown => {
    const parsed = parameters[name].safeParse(value);
    if (parsed.success) return parsed.data;
    throw new OperatorError('invalid_request', `${name}: ${parsed.error.issues[0]?.message ?? 'is not valid'}`);
  };
  if (operation.request !== undefined && !isJson(request)) {
    throw new OperatorError('invalid_request', 'the call needs a body of JSON: content-type: application/json');
  }
  const given = request.params as Record<string, unknown>;
  const query = request.query as Record<string, unknown>;
  const path = Object.fromEntries(pathParameters(operation.path).map((name) => [name, readPart(name, given[name])]));
  return {
    path: path as CallInput['path'],
    query: {
      after: readPart('after', query['after']) as number,
      limit: readPart('limit', query['limit']) as number,
      room: query['room'] === undefined ? undefined : (readPart('room', query['room']) as string),
    },
    body: operation.request === undefined ? undefined : request.body,
  };
}

/** Digest of everything that must be equal in a repeated call. */
const digestOf = (operation: Operation, { path, query, body }: CallInput): string =>
  createHash('sha256')
    .update(JSON.stringify([operation.id, path, query, body]))
    .digest('hex');

/** Authenticates keys, limits their calls, and replays the answer to a repeated creating call. */
class OperatorGate {
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(private readonly routes: OperatorRoutes) {}

  /** @throws {OperatorError} `unauthorized`, `rate_limited` */
  async authenticate(request: FastifyRequest): Promise<ActiveKey> {
    const { keys, throttle, appKeys } = this.routes;
    const given = credentialsOf(request);
    let key: ActiveKey | undefined;
    if (given !== undefined) {
      await throttle.attempt(request.ip, `api key ${given.id.slice(0, 64)}`, async () => {
        key = await keys.authenticate(given.id, given.secret);
        return key !== undefined;
      });
    }
    if (key === undefined || !appKeys.includes(key.appKey)) {
      throw new OperatorError('unauthorized', 'send id and secret of an API key: Authorization: Basic <id:secret>');
    }
    this.#limit(key.id);
    return key;
  }

  #limit(keyId: string): void {
    const { clock, limits } = this.routes;
    const bucket = this.#buckets.get(keyId) ?? new TokenBucket(limits.perSecond, limits.burst, clock.now());
    this.#buckets.set(keyId, bucket);
    if (!bucket.take(clock.now())) throw new Throttled(bucket.waitMs(clock.now()));
  }

  /** Executes a call once for each idempotency key. @throws {OperatorError} `conflict`, `invalid_request` */
  async once(key: ActiveKey, idempotencyKey: unknown, request: string, work: () => Promise<unknown>): Promise<unknown> {
    if (idempotencyKey === undefined) return work();
    if (typeof idempotencyKey !== 'string' || !/^[\x21-\x7e]+$/.test(idempotencyKey)) {
      throw new OperatorError('invalid_request', 'Idempotency-Key: must be visible ASCII characters');
    }
    if (idempotencyKey.length > MAX_IDEMPOTENCY_KEY_LENGTH) {
      throw new OperatorError(
        'invalid_request',
        `Idempotency-Key: has more than ${MAX_IDEMPOTENCY_KEY_LENGTH} characters`,
      );
    }
    const { replays, box, clock } = this.routes;
    const context = `replay ${key.id} ${idempotencyKey}`;
    const started = { keyId: key.id, idempotencyKey, request, answer: null, startedAt: clock.now() };
    let known = await replays.begin(started);
    if (known?.answer === null && clock.now() - known.startedAt >= ABANDONED_AFTER_MS) {
      await replays.forget(key.id, idempotencyKey);
      known = await replays.begin(started);
    }
    if (known !== undefined) {
      if (known.request !== request)
        throw new OperatorError('conflict', 'the Idempotency-Key was used for another call');
      const opened = known.answer === null ? undefined : box.open(known.answer, context);
      if (opened === undefined)
        throw new OperatorError('conflict', 'the first call with this Idempotency-Key is under way');
      return (JSON.parse(opened.text) as { readonly answer?: unknown }).answer;
    }
    try {
      const answer = await work();
      await replays.finish(key.id, idempotencyKey, box.seal(JSON.stringify({ answer }), context));
      return answer;
    } catch (error) {
      // It changed nothing, so that the same call may be repeated.
      await replays.forget(key.id, idempotencyKey);
      throw error;
    }
  }
}

const errorBody = (code: OperatorErrorCode, message: string): OperatorErrorBody => ({ error: { code, message } });

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = (code: OperatorErrorCode, message: string, status = STATUS[code]): FastifyReply =>
    reply.status(status).send(errorBody(code, message));
  if (error instanceof OperatorError) {
    if (error.code === 'unauthorized') reply.header('www-authenticate', 'Basic realm="operator"');
    return answer(error.code, error.message);
  }
  if (error instanceof Throttled) {
    reply.header('retry-after', Math.ceil(error.retryAfterMs / 1000));
    return answer('rate_limited', error.message);
  }
  if (isDatabaseAway(error)) {
    reply.header('retry-after', RETRY_AFTER_S);
    return answer('unavailable', 'the database is away at the moment; try again in a few seconds');
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : undefined;
  if (error instanceof Error && status !== undefined && status >= 400 && status < 500) {
    return answer('invalid_request', error.message, status);
  }
  request.log.error({ err: error, route: request.routeOptions.url }, 'a call of the operator API failed');
  return answer('internal', 'internal error');
}

/** The operator API and its document, `GET /operator/v1/openapi.json`. */
export function operatorRoutes(app: FastifyInstance, routes: OperatorRoutes): void {
  const gate = new OperatorGate(routes);
  const document = openApiDocument();
  const { replays, clock } = routes;
  const stopPruning = clock.every(HOUR_MS, () => {
    replays
      .prune(clock.now() - REPLAY_TTL_MS)
      .catch((error: unknown) => app.log.warn({ err: error }, 'answers to old calls could not be forgotten'));
  });
  app.addHook('onClose', async () => stopPruning());
  app.get(`${OPERATOR_PATH}/openapi.json`, () => document);
  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    for (const operation of OPERATIONS) addOperation(scope, operation, gate, routes);
  });
}

function addOperation(scope: FastifyInstance, operation: Operation, gate: OperatorGate, routes: OperatorRoutes): void {
  scope.route({
    method: operation.method,
    url: OPERATOR_PATH + operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const key = await gate.authenticate(request);
      const input = inputOf(operation, request);
      const work = (): Promise<unknown> => operation.call(routes.callsOf(key), input);
      const idempotencyKey = operation.isCreating && request.headers['idempotency-key'];
      const answer = await gate.once(key, idempotencyKey || undefined, digestOf(operation, input), work);
      if (operation.response === undefined) return reply.status(204).send();
      return reply.status(operation.isCreating ? CREATED : 200).send(answer);
    },
  });
}
