import type * as t from '../operator/types.js';
import { base64url, encodeText, hmac } from './crypto.js';
import { OperatorCallError } from './errors.js';

const BASE = '/operator/v1';
const DEFAULT_TIMEOUT_MS = 15_000;
const DEFAULT_GRANT_TTL_S = 3_600;
const ATTEMPTS = 3;
const FIRST_RETRY_MS = 250;
const SECOND_MS = 1_000;
/** Statuses after which a retry may succeed. */
const TEMPORARY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export interface LecternClientOptions {
  /** Origin of the server, such as `https://meet.example`. */
  readonly url: string;
  /** Id of an API key (`lectern keys create`). */
  readonly keyId: string;
  /** Its secret. */
  readonly secret: string;
  /** For each attempt, in milliseconds; 15 000 unless given. */
  readonly timeoutMs?: number;
  /** The runtime's unless given. */
  readonly fetch?: typeof fetch;
}

interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

const part = (text: string): string => encodeURIComponent(text);
const pause = (delayMs: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, delayMs));

const isErrorBody = (value: unknown): value is t.OperatorErrorBody =>
  typeof value === 'object' && value !== null && 'error' in value && typeof value.error === 'object';

/**
 * The operator API over HTTP. Calls that fail temporarily (no response, or status 429, 502, 503 or 504) are retried, at
 * most twice; a creating one carries an idempotency key, so that it takes effect once.
 *
 * @example
 * const lectern = new LecternClient({ url: 'https://meet.example', keyId, secret });
 * await lectern.createRoom({ name: 'maths', owner: 'tom' });
 * const { grant } = await lectern.signGrant({ user: 'ann', room: 'maths', role: 'talker' });
 */
export class LecternClient implements t.OperatorCalls {
  readonly #options: LecternClientOptions;
  readonly #origin: string;

  constructor(options: LecternClientOptions) {
    this.#options = options;
    this.#origin = options.url.replace(/\/+$/, '');
  }

  createUser(user: t.NewUser): Promise<t.User> {
    return this.#call({ method: 'POST', path: '/users', body: user });
  }

  getUser(user: string): Promise<t.User> {
    return this.#call({ method: 'GET', path: `/users/${part(user)}` });
  }

  deleteUser(user: string): Promise<void> {
    return this.#call({ method: 'DELETE', path: `/users/${part(user)}` });
  }

  createToken(user: string): Promise<t.Token> {
    return this.#call({ method: 'POST', path: `/users/${part(user)}/tokens` });
  }

  revokeTokens(user: string): Promise<void> {
    return this.#call({ method: 'DELETE', path: `/users/${part(user)}/tokens` });
  }

  createRoom(room: t.NewRoom): Promise<t.Room> {
    return this.#call({ method: 'POST', path: '/rooms', body: room });
  }

  listRooms(): Promise<{ readonly rooms: readonly t.Room[] }> {
    return this.#call({ method: 'GET', path: '/rooms' });
  }

  getRoom(room: string): Promise<t.Room> {
    return this.#call({ method: 'GET', path: `/rooms/${part(room)}` });
  }

  changeRoom(room: string, change: t.RoomChange): Promise<t.Room> {
    return this.#call({ method: 'PATCH', path: `/rooms/${part(room)}`, body: change });
  }

  closeRoom(room: string): Promise<void> {
    return this.#call({ method: 'DELETE', path: `/rooms/${part(room)}` });
  }

  listMembers(room: string): Promise<t.MemberList> {
    return this.#call({ method: 'GET', path: `/rooms/${part(room)}/members` });
  }

  changeMember(room: string, user: string, change: t.MemberChange): Promise<t.MemberList> {
    return this.#call({ method: 'PATCH', path: `/rooms/${part(room)}/members/${part(user)}`, body: change });
  }

  removeMember(room: string, user: string): Promise<void> {
    return this.#call({ method: 'DELETE', path: `/rooms/${part(room)}/members/${part(user)}` });
  }

  createGrant(grant: t.NewGrant): Promise<t.Grant> {
    return this.#call({ method: 'POST', path: '/grants', body: grant });
  }

  /** Like {@link createGrant}, without a request to the server: the grant is signed here. */
  async signGrant(grant: t.NewGrant): Promise<t.Grant> {
    const { user, room, roomId, role, nickname, create, expiresIn = DEFAULT_GRANT_TTL_S } = grant;
    const { keyId, secret } = this.#options;
    const [id, iat] = [crypto.randomUUID(), Date.now() / SECOND_MS];
    const claims = { aud: 'lectern-room', sub: user, room, roomId, role, nickname, create, iat, exp: iat + expiresIn };
    const header = encodeText(JSON.stringify({ alg: 'HS256', typ: 'JWT', kid: keyId }));
    const text = `${header}.${encodeText(JSON.stringify({ ...claims, jti: id }))}`;
    const expiresAt = Math.round((iat + expiresIn) * SECOND_MS);
    return { id, grant: `${text}.${base64url(await hmac(secret, text))}`, expiresAt };
  }

  revokeGrant(id: string): Promise<void> {
    return this.#call({ method: 'DELETE', path: `/grants/${part(id)}` });
  }

  revokeGrantsOf(user: string, room?: string): Promise<void> {
    const query = room === undefined ? '' : `?room=${part(room)}`;
    return this.#call({ method: 'DELETE', path: `/users/${part(user)}/grants${query}` });
  }

  listRecordings(room: string): Promise<{ readonly recordings: readonly t.Recording[] }> {
    return this.#call({ method: 'GET', path: `/rooms/${part(room)}/recordings` });
  }

  linkRecording(id: string): Promise<t.RecordingLink> {
    return this.#call({ method: 'POST', path: `/recordings/${part(id)}/links` });
  }

  retryMerge(id: string): Promise<t.Recording> {
    return this.#call({ method: 'POST', path: `/recordings/${part(id)}/retries` });
  }

  startLive(room: string, live: t.NewLive): Promise<t.Live> {
    return this.#call({ method: 'POST', path: `/rooms/${part(room)}/lives`, body: live });
  }

  listLives(room: string): Promise<{ readonly lives: readonly t.Live[] }> {
    return this.#call({ method: 'GET', path: `/rooms/${part(room)}/lives` });
  }

  stopLive(room: string, id: string): Promise<void> {
    return this.#call({ method: 'DELETE', path: `/rooms/${part(room)}/lives/${part(id)}` });
  }

  sendMessage(room: string, message: t.NewMessage): Promise<void> {
    return this.#call({ method: 'POST', path: `/rooms/${part(room)}/messages`, body: message });
  }

  listEvents({
    after = 0,
    limit = 100,
  }: { readonly after?: number; readonly limit?: number } = {}): Promise<t.EventPage> {
    return this.#call({ method: 'GET', path: `/events?after=${after}&limit=${limit}` });
  }

  async #call<Answer>(call: Call): Promise<Answer> {
    const idempotencyKey = call.method === 'POST' ? crypto.randomUUID() : undefined;
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === ATTEMPTS;
      let response: Response;
      try {
        response = await this.#send(call, idempotencyKey);
      } catch (cause) {
        if (isLast) throw new OperatorCallError('unreachable', `${this.#origin} cannot be reached`, 0, { cause });
        await pause(FIRST_RETRY_MS * 2 ** (attempt - 1));
        continue;
      }
      if (TEMPORARY.has(response.status) && !isLast) {
        await response.body?.cancel();
        const afterS = Number(response.headers.get('retry-after') ?? '');
        await pause(afterS > 0 ? afterS * SECOND_MS : FIRST_RETRY_MS * 2 ** (attempt - 1));
        continue;
      }
      return (await this.#read(response)) as Answer;
    }
  }

  #send({ method, path, body }: Call, idempotencyKey: string | undefined): Promise<Response> {
    const { keyId, secret, timeoutMs = DEFAULT_TIMEOUT_MS, fetch: send = globalThis.fetch } = this.#options;
    return send(this.#origin + BASE + path, {
      method,
      redirect: 'error',
      headers: {
        authorization: `Basic ${btoa(`${keyId}:${secret}`)}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  }

  async #read(response: Response): Promise<unknown> {
    if (response.status === 204) return undefined;
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok && answer !== undefined) return answer;
    if (isErrorBody(answer)) throw new OperatorCallError(answer.error.code, answer.error.message, response.status);
    throw new OperatorCallError(
      'unreachable',
      `${this.#origin} answered ${response.status}, and no JSON`,
      response.status,
    );
  }
}
