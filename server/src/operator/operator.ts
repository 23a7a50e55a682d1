import { ConferenceType } from '@lectern/rtc/protocol';
import { randomBytes } from 'node:crypto';
import type { Clock } from '@lectern/kit/clock';
import type { Accounts } from '../auth/accounts.js';
import { memNameOf, operatorName, PROBE_USER, USER_NAME_PATTERN } from '../auth/identity.js';
import type { Revocations } from '../auth/revocations.js';
import type { Command } from '../conference/commands.js';
import type { ConferenceConfig } from '../conference/model.js';
import { OPERATOR } from '../conference/operated.js';
import type { ConferenceRegistry, LiveConference } from '../conference/registry.js';
import type { EventLog } from '../events/index.js';
import { ROLES, type ActiveKey, type GrantRequest, type GrantRevocations, type Grants } from '../keys/index.js';
import { LiveConfigError, LiveUnavailable, readLiveConfig, type LiveService } from '../live/index.js';
import type { RecordingRecord, Store } from '../store/index.js';
import { OperatorError, refusalError } from './errors.js';
import { parameters, requests, type RequestName } from './schemas.js';
import type * as t from './types.js';
import { liveView, memberListView, recordingView, roomView, userView } from './views.js';

const DEFAULT_GRANT_TTL_S = 3_600;
const DEFAULT_EVENT_LIMIT = 100;
const MAX_EVENT_LIMIT = 1_000;
const SECOND_MS = 1_000;
const PASSWORD_BYTES = 24;
const LIVE_ID_BYTES = 9;

export interface OperatorPorts {
  readonly store: Pick<Store, 'users' | 'recordings'>;
  readonly accounts: Accounts;
  readonly revocations: Revocations;
  readonly grants: Grants;
  readonly grantRevocations: GrantRevocations;
  readonly registry: ConferenceRegistry;
  readonly live: LiveService;
  readonly events: EventLog;
  readonly clock: Clock;
  /** Deletes a user and ends its sessions. */
  removeUser(appKey: string, user: string): Promise<void>;
  /** Ends the chats of a user whose tokens were revoked. */
  loggedOut(appKey: string, user: string): void;
  /** Queues a failed merged recording again; undefined for every other one. */
  retryMerge(recordingId: string): Promise<RecordingRecord | undefined>;
  /** Path of the file of a recording, with the expiry of the link. */
  linkRecording(recordingId: string): t.RecordingLink;
}

const randomText = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** The operator API of one application, executed in process. The HTTP API calls the same methods. */
export class Operator implements t.OperatorCalls {
  constructor(
    private readonly ports: OperatorPorts,
    private readonly appKey: string,
    /** Signs the grants; the server's own key where undefined. */
    private readonly key?: ActiveKey,
  ) {}

  async createUser(user: t.NewUser): Promise<t.User> {
    const { name, nickname, password = randomText(PASSWORD_BYTES) } = read('NewUser', user);
    if (name === PROBE_USER) throw new OperatorError('invalid_request', 'name: is no name for a user');
    const isNew = await this.ports.accounts.register({ appKey: this.appKey, user: name, password, nickName: nickname });
    if (!isNew) throw new OperatorError('conflict', `there is a user ${name} already`);
    return this.getUser(name);
  }

  async getUser(user: string): Promise<t.User> {
    const record = USER_NAME_PATTERN.test(user) ? await this.ports.store.users.find(this.appKey, user) : undefined;
    if (record === undefined) throw new OperatorError('not_found', `there is no user ${user}`);
    return userView(record);
  }

  async deleteUser(user: string): Promise<void> {
    await this.getUser(user);
    await this.ports.removeUser(this.appKey, user);
    await this.revokeGrantsOf(user);
  }

  async createToken(user: string): Promise<t.Token> {
    await this.getUser(user);
    const { token, expiresInMs } = this.ports.accounts.issueToken(this.appKey, user);
    return { token, expiresAt: this.ports.clock.now() + expiresInMs };
  }

  async revokeTokens(user: string): Promise<void> {
    this.#requireUserName(user);
    await this.ports.revocations.revoke(this.appKey, user);
    this.ports.loggedOut(this.appKey, user);
  }

  async createRoom(room: t.NewRoom): Promise<t.Room> {
    const given = read('NewRoom', room);
    const { name, password, type = ConferenceType.Communication, owner } = given;
    if (given.closesAt !== undefined && given.closesAt <= this.ports.clock.now()) {
      throw new OperatorError('invalid_request', 'closesAt: must be in the future, in milliseconds since the epoch');
    }
    if (name !== undefined) await this.#makeWay(name, given.replace === true);
    const options = {
      appKey: this.appKey,
      type,
      password: password ?? randomText(PASSWORD_BYTES),
      creator: owner === undefined ? operatorName(this.appKey) : memNameOf(this.appKey, owner),
      config: this.#configOf(given),
    };
    const { registry } = this.ports;
    if (name === undefined) return roomView(await registry.create({ ...options, roomName: null }));
    const opened = await registry.openRoom({ ...options, roomName: name });
    if (!opened.isNew) throw new OperatorError('conflict', `there is a room ${name} already`);
    return roomView(opened);
  }

  async listRooms(): Promise<{ readonly rooms: readonly t.Room[] }> {
    return { rooms: [...this.ports.registry.all].filter(({ record }) => record.appKey === this.appKey).map(roomView) };
  }

  async getRoom(room: string): Promise<t.Room> {
    return roomView(this.#room(room));
  }

  async changeRoom(room: string, change: t.RoomChange): Promise<t.Room> {
    const { isMuted, isRecorded } = read('RoomChange', change);
    const found = this.#room(room);
    if (isMuted !== undefined) await this.#command(found, { kind: 'muteAll', isMuted });
    if (isRecorded !== undefined) await this.#command(found, { kind: 'recordAll', isRecorded });
    return roomView(found);
  }

  async closeRoom(room: string): Promise<void> {
    await this.#command(this.#room(room), { kind: 'disband' });
  }

  async listMembers(room: string): Promise<t.MemberList> {
    return memberListView(this.#room(room));
  }

  async changeMember(room: string, user: string, change: t.MemberChange): Promise<t.MemberList> {
    const { role, isMuted } = read('MemberChange', change);
    const found = this.#room(room);
    const name = this.#requireUserName(user);
    if (role !== undefined) {
      const isOperated = found.record.config.operated !== undefined;
      const command: Command = isOperated
        ? { kind: 'nameMember', name, role: ROLES[role] }
        : { kind: 'changeRoles', names: [name], role: ROLES[role] };
      await this.#command(found, command);
    }
    if (isMuted !== undefined) await this.#command(found, { kind: 'mute', names: [name], isMuted });
    return memberListView(found);
  }

  async removeMember(room: string, user: string): Promise<void> {
    const found = this.#room(room);
    const name = this.#requireUserName(user);
    const isOperated = found.record.config.operated !== undefined;
    await this.#command(found, isOperated ? { kind: 'dismissMember', name } : { kind: 'kick', names: [name] });
  }

  async createGrant(grant: t.NewGrant): Promise<t.Grant> {
    const { user, room, roomId, role, nickname, create, expiresIn = DEFAULT_GRANT_TTL_S } = read('NewGrant', grant);
    if ((room === undefined) === (roomId === undefined)) {
      throw new OperatorError('invalid_request', 'name the room by "room" or by "roomId"');
    }
    if (create === true && room === undefined) {
      throw new OperatorError('invalid_request', 'create: only a room that is named by "room" can be opened');
    }
    const request: GrantRequest = {
      user,
      room: room === undefined ? { id: roomId ?? '' } : { name: room },
      role: ROLES[role],
      nickName: nickname,
      mayCreate: create,
      ttlMs: expiresIn * SECOND_MS,
    };
    const { grants } = this.ports;
    return this.key === undefined ? grants.signAsServer(request, this.appKey) : grants.sign(request, this.key);
  }

  async revokeGrant(id: string): Promise<void> {
    const value = readParameter('grant', id);
    await this.ports.grantRevocations.revoke({ appKey: this.appKey, kind: 'grant', value, room: null });
  }

  async revokeGrantsOf(user: string, room?: string): Promise<void> {
    this.#requireUserName(user);
    const known = room === undefined ? undefined : this.#find(readParameter('room', room))?.record;
    const where = known === undefined ? (room ?? null) : (known.roomName ?? known.id);
    await this.ports.grantRevocations.revoke({ appKey: this.appKey, kind: 'member', value: user, room: where });
  }

  async listRecordings(room: string): Promise<{ readonly recordings: readonly t.Recording[] }> {
    const id = this.#find(room)?.record.id ?? (await this.#recordedRoom(room));
    const records = await this.ports.store.recordings.list(id);
    return { recordings: records.map((record) => recordingView(record, this.appKey)) };
  }

  async linkRecording(id: string): Promise<t.RecordingLink> {
    const record = await this.#recording(id);
    if (record.state !== 'complete') {
      throw new OperatorError('conflict', `the recording is not complete but ${record.state}`);
    }
    return this.ports.linkRecording(record.id);
  }

  async retryMerge(id: string): Promise<t.Recording> {
    const { kind, state } = await this.#recording(id);
    const record = await this.ports.retryMerge(id);
    if (record !== undefined) return recordingView(record, this.appKey);
    throw new OperatorError('conflict', `only a merged recording that has failed can be made again: ${kind}, ${state}`);
  }

  async startLive(room: string, live: t.NewLive): Promise<t.Live> {
    const { pushUrl, hls } = read('NewLive', live);
    const found = this.#room(room);
    const service = this.ports.live;
    const config = await explainLive(async () => {
      const readConfig = readLiveConfig({ cdn: pushUrl, hls }, service.options.canvas);
      await service.require(readConfig);
      return readConfig;
    });
    // Counted after every await, so that concurrent calls cannot exceed the limit.
    const { maxPerConference } = service.options;
    if (found.host.state.lives.size >= maxPerConference) {
      throw new OperatorError('refused', `a room may have ${maxPerConference} live outputs at a time; stop one first`);
    }
    const liveId = `LV${randomBytes(LIVE_ID_BYTES).toString('hex').toUpperCase()}`;
    await this.#command(found, { kind: 'addLive', liveId, config });
    const started = liveView(found.host.state, liveId);
    if (started === undefined) throw new OperatorError('not_found', 'the room was closed meanwhile');
    return started;
  }

  async listLives(room: string): Promise<{ readonly lives: readonly t.Live[] }> {
    const { state } = this.#room(room).host;
    return { lives: [...state.lives.keys()].flatMap((id) => liveView(state, id) ?? []) };
  }

  async stopLive(room: string, id: string): Promise<void> {
    const found = this.#room(room);
    if (!found.host.state.lives.has(id)) throw new OperatorError('not_found', `the room has no live output ${id}`);
    await this.#command(found, { kind: 'deleteLive', liveId: id });
  }

  async sendMessage(room: string, message: t.NewMessage): Promise<void> {
    const { text, users } = read('NewMessage', message);
    const names = users?.map((user) => memNameOf(this.appKey, user));
    await this.#command(this.#room(room), { kind: 'message', text, names });
  }

  async listEvents({
    after = 0,
    limit = DEFAULT_EVENT_LIMIT,
  }: { after?: number; limit?: number } = {}): Promise<t.EventPage> {
    return this.ports.events.list(this.appKey, after, Math.min(MAX_EVENT_LIMIT, Math.max(1, limit)));
  }

  #requireUserName(user: string): string {
    return memNameOf(this.appKey, readParameter('user', user));
  }

  #find(room: string): LiveConference | undefined {
    const { registry } = this.ports;
    const byId = registry.get(room);
    return byId?.record.appKey === this.appKey ? byId : registry.findRoom(this.appKey, room);
  }

  /** @throws {OperatorError} `not_found` */
  #room(room: string): LiveConference {
    const found = this.#find(room);
    if (found === undefined) throw new OperatorError('not_found', `there is no room ${room}`);
    return found;
  }

  /** A recording of the application. @throws {OperatorError} `not_found` */
  async #recording(id: string): Promise<RecordingRecord> {
    const record = await this.ports.store.recordings.find(readParameter('recording', id));
    if (record === undefined) throw new OperatorError('not_found', `there is no recording ${id}`);
    const live = this.ports.registry.get(record.conferenceId)?.record.appKey;
    if (live !== this.appKey) await this.#recordedRoom(record.conferenceId);
    return record;
  }

  /** Id of a closed conference with recordings. @throws {OperatorError} `not_found` */
  async #recordedRoom(id: string): Promise<string> {
    const known = await this.ports.store.recordings.findConference(readParameter('room', id));
    if (known?.appKey !== this.appKey) throw new OperatorError('not_found', `there is no room ${id}`);
    return known.id;
  }

  /** @throws {OperatorError} `conflict` where a room of the name remains */
  async #makeWay(name: string, mayReplace: boolean): Promise<void> {
    const known = this.ports.registry.findRoom(this.appKey, name);
    if (known === undefined) return;
    const isOfUser = known.record.config.operated === undefined;
    if (!isOfUser || !mayReplace) {
      const how = isOfUser ? ', which a user opened; "replace" closes it' : '';
      throw new OperatorError('conflict', `there is a room ${name} already${how}`);
    }
    await this.#command(known, { kind: 'disband' });
  }

  #configOf({ access = 'granted', password, closesAt, owner, members = [], ...rest }: t.NewRoom): ConferenceConfig {
    const roles = members.map(({ user, role }) => [memNameOf(this.appKey, user), ROLES[role]] as const);
    const ofOwner = owner === undefined ? [] : [[memNameOf(this.appKey, owner), ROLES.admin] as const];
    return {
      operated: {
        access,
        asksPassword: password !== undefined,
        isKept: true,
        openedAt: this.ports.clock.now(),
        ...(closesAt !== undefined && { closesAt }),
        members: Object.fromEntries([...roles, ...ofOwner]),
      },
      ...((rest.record || rest.merge) && { rec: true }),
      ...(rest.merge && { recMerge: true }),
      ...(rest.maxTalkers !== undefined && { maxTalkers: rest.maxTalkers }),
      ...(rest.maxAudience !== undefined && { maxAudience: rest.maxAudience }),
    };
  }

  async #command({ host }: LiveConference, command: Command): Promise<void> {
    const refusal = await host.command({ kind: 'command', by: OPERATOR, command });
    if (refusal !== undefined) throw refusalError(refusal);
  }
}

/** @throws {OperatorError} `invalid_request` */
function read<Name extends RequestName>(name: Name, value: unknown): ReturnType<(typeof requests)[Name]['parse']> {
  const parsed = requests[name].safeParse(value);
  if (parsed.success) return parsed.data as ReturnType<(typeof requests)[Name]['parse']>;
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  throw new OperatorError('invalid_request', issues.join('; '));
}

/** @throws {OperatorError} `invalid_request` */
function readParameter(name: 'user' | 'room' | 'grant' | 'recording', value: string): string {
  const parsed = parameters[name].safeParse(value);
  if (parsed.success) return parsed.data;
  throw new OperatorError('invalid_request', `${name}: ${parsed.error.issues[0]?.message ?? 'is not valid'}`);
}

async function explainLive<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LiveConfigError) throw new OperatorError('invalid_request', error.message, { cause: error });
    if (error instanceof LiveUnavailable) throw new OperatorError('refused', error.message, { cause: error });
    throw error;
  }
}
