import { LecternError } from '../core/errors.js';
import { SDK_VERSION } from '../core/version.js';
import type { HttpRequest, Platform } from '../platform/types.js';
import type { ConferenceType, Role } from '../protocol/index.js';
import type { AppKey } from './app-key.js';
import { callJson, type JsonObject } from './http.js';
import { requireServer, type ServerAddress } from './server-address.js';
import { readTicketAnswer, type TicketAnswer } from './ticket.js';

export interface RestClientOptions extends ServerAddress {
  readonly platform: Pick<Platform, 'clock' | 'request' | 'info' | 'origin'>;
  readonly appKey: AppKey;
  /** Sent as query `REGION`. */
  readonly region?: string | undefined;
  /** For each call; default 15 000. */
  readonly timeoutMs?: number | undefined;
}

/** Identity of the caller: `uid` (`org#app_user`) and the user's token. */
export interface Credentials {
  readonly memName: string;
  readonly token: string;
}

export interface RoomRequest extends Credentials {
  readonly roomName: string;
  readonly password: string;
  /** A room grant (JWT) of the user. */
  readonly grant?: string | undefined;
  /** Merged into the body: rec, recMerge, nickName and so on. */
  readonly config?: JsonObject | undefined;
}

export interface RoomAnswer {
  readonly confrId: string;
  readonly isCreator: boolean;
}

export interface CreateTicketRequest extends Credentials {
  readonly confrType: ConferenceType;
  readonly password: string;
  readonly rec?: boolean | undefined;
  readonly recMerge?: boolean | undefined;
  readonly liveCfg?: unknown;
  /** The called user; only for type P2P. */
  readonly callee?: string | undefined;
}

export interface JoinTicketRequest extends Credentials {
  readonly confrId: string;
  readonly password: string;
  readonly role?: Role | undefined;
  /** A room grant (JWT) of the user. */
  readonly grant?: string | undefined;
  readonly roleToken?: string | undefined;
}

export type RestMethod = HttpRequest['method'];

/** @throws {LecternError} reason `invalid-argument`. */
function readRestUrl(restUrl: string, origin: string | undefined): string {
  try {
    const url = new URL(restUrl, origin);
    if (/^https?:$/.test(url.protocol)) return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  } catch {
    // An invalid URL is reported below.
  }
  throw new LecternError(`restUrl "${restUrl}" must be an http or https URL`, { reason: 'invalid-argument' });
}

/** HTTP calls for conferences (spec §7). Every call rejects with a {@link LecternError} of spec §8. */
export class RestClient {
  readonly #options: RestClientOptions;
  #base: string | undefined;

  /** @throws {LecternError} reason `invalid-argument` without `restUrl` and `hosts` */
  constructor(options: RestClientOptions) {
    const { platform, restUrl } = options;
    requireServer(options);
    this.#options = options;
    this.#base = restUrl === undefined ? undefined : readRestUrl(restUrl, platform.origin);
  }

  /** Requests the conference of a room name; the first caller creates it. */
  async room(request: RoomRequest, signal?: AbortSignal): Promise<RoomAnswer> {
    const { config, ...rest } = request;
    const answer = await this.app('conferences/room', { ...config, ...rest }, signal);
    if (typeof answer.confrId !== 'string' || answer.confrId === '') {
      throw new LecternError("the server's answer to the room request has no confrId", { reason: 'protocol' });
    }
    return { confrId: answer.confrId, isCreator: answer.isCreator === true };
  }

  /** Creates a conference and a ticket to it. */
  async createTicket(request: CreateTicketRequest, signal?: AbortSignal): Promise<TicketAnswer> {
    const { memName, rec = false, recMerge = false, ...rest } = request;
    const body = { uid: memName, ...rest, rec, recMerge, terminal: this.#terminal() };
    return readTicketAnswer(await this.rtc('req/ticket', body, signal));
  }

  /** Requests a ticket to an existing conference. */
  async joinTicket(request: JoinTicketRequest, signal?: AbortSignal): Promise<TicketAnswer> {
    const { memName, ...rest } = request;
    return readTicketAnswer(
      await this.rtc('req/ticket', { uid: memName, ...rest, terminal: this.#terminal() }, signal),
    );
  }

  /** Reads the server's data of a conference; rejects if id or password are wrong. */
  selectConference(request: JoinTicketRequest, signal?: AbortSignal): Promise<JsonObject> {
    const { memName, ...rest } = request;
    return this.rtc('select/confr', { uid: memName, ...rest }, signal);
  }

  /** Sends a POST below `/{org}/{app}`. */
  app(path: string, body: JsonObject, signal?: AbortSignal): Promise<JsonObject> {
    const { org, app } = this.#options.appKey;
    return this.#call('POST', `/${org}/${app}/${path}`, body, signal);
  }

  /** Sends a call below the conference prefix, with its query. */
  rtc(path: string, body: JsonObject, signal?: AbortSignal, method: RestMethod = 'POST'): Promise<JsonObject> {
    const { platform, region } = this.#options;
    let query = `?_ct=${platform.clock.now()}`;
    if (region !== undefined) query += `&REGION=${encodeURIComponent(region)}`;
    if (typeof body.confrId === 'string') query += `&CONFRID=${encodeURIComponent(body.confrId)}`;
    return this.#call(method, `/easemob/rtc/${path}${query}`, body, signal);
  }

  async #call(
    method: RestMethod,
    path: string,
    body: JsonObject,
    signal: AbortSignal | undefined,
  ): Promise<JsonObject> {
    const { platform, timeoutMs } = this.#options;
    // Determined once; a failed search is repeated by the next call.
    this.#base ??= await this.#find(signal);
    return callJson(platform, method, this.#base + path, body, { signal, timeoutMs });
  }

  /** Few applications need host discovery, so its code is loaded on demand. */
  async #find(signal: AbortSignal | undefined): Promise<string> {
    const { platform, appKey, hosts = [] } = this.#options;
    const { findRestHost } = await import('./host-discovery.js');
    return findRestHost({ platform, appKey, hosts, signal });
  }

  #terminal(): JsonObject {
    const { browser, browserVersion, userAgent } = this.#options.platform.info;
    return { browser, browserVersion, version: SDK_VERSION, userAgent };
  }
}
