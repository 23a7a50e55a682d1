import { onAbort, race } from '../core/abort.js';
import { LecternError } from '../core/errors.js';
import { wrapError } from '../link/wrap-error.js';
import { SnapshotStore, type Snapshots } from '../core/snapshot.js';
import type { Timings } from '../core/timings.js';
import { RtcConference } from '../conference/conference.js';
import type {
  Conference,
  ConferenceTicket,
  CreateConferenceOptions,
  Identity,
  JoinOptions,
  JoinRoomOptions,
} from '../conference/types.js';
import type { StreamPolicy } from '../conference/policy.js';
import { DeviceList } from '../media/devices.js';
import { openUserMedia } from '../media/capture.js';
import { createBrowserPlatform } from '../platform/browser/index.js';
import type { Platform } from '../platform/types.js';
import {
  CAPABILITY_LAYERS,
  CAPABILITY_TRANSPORTS,
  JOIN_FAIL_CODE,
  type Capability,
  type ErrorType,
  type Role,
} from '../protocol/index.js';
import {
  RestClient,
  parseAppKey,
  qualifyMemName,
  readType,
  type AppKey,
  type Credentials,
  type JoinTicketRequest,
  type TicketAnswer,
  type TokenProvider,
  type TokenSource,
} from '../rest/index.js';
import { AttemptCounter, SignallingConnection, type ReconnectPolicy } from '../signalling/index.js';
import { JoinQueue } from './join-queue.js';
import { validateJoinRoom, validateRole } from './validate.js';

/** User and server of a client. */
export interface RtcClientOptions {
  /** `org#app`. */
  readonly appKey: string;
  /** Base URL of the REST server; it or `hosts` is needed. */
  readonly restUrl?: string;
  /** Hosts that know the REST servers of the app key (`server.json`), queried in this order. */
  readonly hosts?: readonly string[];
  /** Region of the conferences, for servers in several regions; sent with every call about conferences (spec §7). */
  readonly region?: string;
  /** Schedule of reconnection attempts (spec §4); by default 13, 3 s apart. */
  readonly reconnectPolicy?: ReconnectPolicy;
  /** Delays and limits of `createTimings` of `@lectern/rtc/deployment`; by default those of the specification (§9). */
  readonly timings?: Timings;
  readonly identity: Identity;
  /** Default: the page's. */
  readonly platform?: Platform;
  /** For every peer connection, e.g. TURN servers. */
  readonly rtcConfiguration?: RTCConfiguration;
  /** Codec and bit rate policy of streams; by default the preference of server and browser. */
  readonly streams?: StreamPolicy;
}

type TicketSource = (signal: AbortSignal) => Promise<ConferenceTicket>;

/** Conference and role that a ticket is requested for. */
export interface TicketRequest {
  readonly conferenceId: string;
  readonly password: string;
  readonly role?: Role;
  readonly roleToken?: string;
  readonly signal?: AbortSignal;
}

/**
 * Joins one user to conferences. It is in at most one conference at a time; joins and leaves run in the order of the
 * calls.
 *
 * @example
 * const client = new RtcClient({ appKey: 'org#app', restUrl, identity: { memName, token } });
 * const conference = await client.joinRoom({ roomName, password, role: Role.Talker });
 */
export class RtcClient {
  readonly #options: RtcClientOptions;
  readonly #platform: Platform;
  readonly #appKey: AppKey;
  readonly #rest: RestClient;
  #token: string | TokenProvider;
  #tokens: TokenSource | undefined;
  readonly #joins: JoinQueue;
  readonly #counter = new AttemptCounter();
  readonly #current = new SnapshotStore<RtcConference | undefined>(undefined);
  readonly #closed = new AbortController();
  /** Settles when the last conference is released. */
  #released: Promise<void> = Promise.resolve();
  /** Cameras, microphones and speakers. */
  readonly devices: DeviceList;

  /**
   * @throws {LecternError} reason `invalid-argument` when the app key is missing or malformed (spec §5), and without a
   * server.
   */
  constructor(options: RtcClientOptions) {
    this.#options = options;
    this.#appKey = parseAppKey(options.appKey);
    this.#platform = options.platform ?? createBrowserPlatform();
    const { restUrl, hosts, region } = options;
    this.#rest = new RestClient({ platform: this.#platform, appKey: this.#appKey, restUrl, hosts, region });
    this.#token = options.identity.token;
    this.#joins = new JoinQueue(this.#platform.clock);
    this.devices = new DeviceList(this.#platform.media, this.#platform.clock);
  }

  /** The current conference. */
  get current(): Snapshots<Conference | undefined> {
    return this.#current;
  }

  /**
   * Joins the conference of a room name; the first join creates it (spec §4, §5). If the application's backend manages
   * the rooms, `grant` is its signature for this user; password and role may then be omitted.
   * @throws {LecternError} reason `invalid-argument` for missing options; `join_fail` −200 with the cause otherwise.
   */
  async joinRoom(options: JoinRoomOptions): Promise<Conference> {
    validateJoinRoom(options, this.#options.identity);
    const { roomName, password = '', role, grant, type, config: settings } = options;
    const config = type === undefined ? settings : { ...settings, confrType: type };
    return this.#join(options, async (signal) => {
      const entry = { password, ...(grant !== undefined && { grant }) };
      const room = await this.#authorised(
        (user) => this.#rest.room({ ...user, ...entry, roomName, config }, signal),
        signal,
      );
      const answer = await this.#joinTicket({ ...entry, confrId: room.confrId, role }, signal);
      return { ...this.#ticket(answer, role), isCreator: room.isCreator };
    });
  }

  /** Creates a conference; its creator is admin. @throws {LecternError} of spec §8. */
  async createConference(options: CreateConferenceOptions): Promise<ConferenceTicket> {
    const { type, callee, signal, ...settings } = options;
    const called = callee === undefined ? {} : { callee: qualifyMemName(this.#appKey, callee) };
    const request = { ...settings, confrType: readType(type), ...called };
    const create = (user: Credentials) => this.#rest.createTicket({ ...user, ...request }, signal);
    return { ...this.#ticket(await this.#authorised(create, signal)), isCreator: true };
  }

  /** Requests a ticket to an existing conference. @throws {LecternError} of spec §8. */
  async requestTicket({ conferenceId, signal, ...rest }: TicketRequest): Promise<ConferenceTicket> {
    if (rest.role !== undefined) validateRole(rest.role);
    const answer = await this.#joinTicket({ confrId: conferenceId, ...rest }, signal);
    return this.#ticket(answer, rest.role);
  }

  /** Enters with a ticket. @throws {LecternError} `join_fail` −200 with the cause. */
  async joinWithTicket(ticket: ConferenceTicket, options: JoinOptions = {}): Promise<Conference> {
    return this.#join(options, () => Promise.resolve(ticket));
  }

  /** Joins by id and password (spec §7: select, ticket, enter). @throws {LecternError} `join_fail` −200. */
  async joinConference(
    options: { readonly conferenceId: string; readonly password: string; readonly role?: Role } & JoinOptions,
  ): Promise<Conference> {
    const { conferenceId, password, role } = options;
    return this.#join(options, async (signal) => {
      const request = { confrId: conferenceId, password };
      await this.#authorised((user) => this.#rest.selectConference({ ...user, ...request }, signal), signal);
      return this.#ticket(await this.#joinTicket({ ...request, ...(role && { role }) }, signal), role);
    });
  }

  /**
   * Opens camera and microphone, e.g. for a preview. The caller stops the tracks, or publishes them.
   * @throws {LecternError} `open_user_media_fail` −201 with reason `permission`, `device-missing`, `device-busy`,
   * `unsupported` where no media devices exist, or `media`.
   */
  async openMedia(constraints: MediaStreamConstraints, signal?: AbortSignal): Promise<MediaStream> {
    try {
      const media = await openUserMedia(this.#platform.media, constraints, signal);
      this.devices.noteCapture('granted');
      return media;
    } catch (error) {
      const { cause } = error as LecternError;
      if (cause instanceof Error && cause.name === 'NotAllowedError') this.devices.noteCapture('denied');
      throw error;
    }
  }

  /**
   * Calls from now on use this token. Not needed where `identity.token` is a function. Tokens matter to joining only: a
   * conference that was joined goes on when its token expires.
   */
  renewToken(token: string): void {
    this.#token = token;
  }

  /** Leaves and releases everything; pending joins reject with reason `closed`. Idempotent. */
  async close(): Promise<void> {
    this.#closed.abort(new LecternError('the client was closed', { reason: 'closed' }));
    this.devices.close();
    await this.#current.getSnapshot()?.leave();
    await this.#released;
  }

  async #authorised<T>(call: (user: Credentials) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const memName = qualifyMemName(this.#appKey, this.#options.identity.memName);
    const token = this.#token;
    if (typeof token === 'string') return call({ memName, token });
    // The code of token functions is loaded where one is used.
    const { TokenSource } = await race(import('../rest/token-source.js'), { signal });
    this.#tokens ??= new TokenSource(token, this.#platform.clock);
    return this.#tokens.use((current) => call({ memName, token: current }), signal);
  }

  #joinTicket(request: Omit<JoinTicketRequest, keyof Credentials>, signal?: AbortSignal): Promise<TicketAnswer> {
    return this.#authorised((user) => this.#rest.joinTicket({ ...user, ...request }, signal), signal);
  }

  #ticket({ confrId, type, role, roleToken, ticket }: TicketAnswer, wanted?: Role): ConferenceTicket {
    // The role of the enter response applies; until then it is the requested one.
    return { conferenceId: confrId, type, role: role ?? wanted ?? 1, roleToken, ticket, isCreator: false };
  }

  async #join(options: JoinOptions, getTicket: TicketSource): Promise<Conference> {
    const stop = new AbortController();
    const stopListening = [options.signal, this.#closed.signal].map((source) =>
      onAbort(source, (error) => stop.abort(error)),
    );
    try {
      const { signal } = stop;
      // The next join waits for the cleanup of an aborted one; the aborted caller does not.
      return await race(
        this.#joins.run(() => this.#joinNow(options, getTicket, signal), signal),
        { signal },
      );
    } finally {
      for (const dispose of stopListening) dispose();
    }
  }

  async #joinNow(options: JoinOptions, getTicket: TicketSource, signal: AbortSignal): Promise<Conference> {
    const current = this.#current.getSnapshot();
    if (current) {
      throw new LecternError('already in a conference: leave it first', {
        reason: 'invalid-state',
        errorType: 'CurrentCalling' satisfies ErrorType,
        specMessage: `had joined confr ${current.id}, if you want join again, please call exitConference`,
      });
    }
    await this.#released;
    try {
      return await this.#enter(await getTicket(signal), options, signal);
    } catch (cause) {
      if (signal.aborted || !(cause instanceof LecternError)) throw cause;
      throw wrapError(cause, 'join_fail', JOIN_FAIL_CODE);
    }
  }

  async #enter(ticket: ConferenceTicket, options: JoinOptions, signal: AbortSignal): Promise<Conference> {
    const { rtcConfiguration, identity, streams: policy, reconnectPolicy, timings } = this.#options;
    const nickName = options.nickName ?? identity.nickName;
    const platform = this.#platform;
    const capabilities: Capability[] = [];
    if (policy?.sharedTransports === true) capabilities.push(CAPABILITY_TRANSPORTS);
    if (policy?.simulcast === true) capabilities.push(CAPABILITY_LAYERS);
    const signalling = new SignallingConnection({
      platform,
      counter: this.#counter,
      policy: reconnectPolicy,
      timings,
    });
    const conference = new RtcConference({
      platform,
      signalling,
      ticket,
      options: { ...options, ...(nickName && { nickName }) },
      rest: this.#rest,
      rtcConfiguration,
      policy,
      timings,
    });
    const stopFollowing = conference.state.subscribe(() => {
      if (conference.state.getSnapshot().state !== 'left') return;
      stopFollowing();
      if (conference.released) this.#released = conference.released;
      if (this.#current.getSnapshot() === conference) this.#current.set(undefined);
    });
    // After op 200 was sent, the server must receive a leave, or it holds the member's place for a reconnect.
    const stopListening = onAbort(signal, () => {
      if (signalling.state !== 'entering') void conference.leave();
    });
    try {
      if (!signal.aborted) await signalling.enter({ ticket: ticket.ticket, nickName, ext: options.ext, capabilities });
      await race(Promise.resolve(conference.ready), { signal });
    } catch (error) {
      await conference.leave();
      throw error;
    } finally {
      stopListening();
    }
    if (signal.aborted) {
      await conference.leave();
      throw signal.reason as LecternError;
    }
    this.#current.set(conference);
    conference.begin();
    return conference;
  }
}
