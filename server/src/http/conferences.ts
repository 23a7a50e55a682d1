import { Role, ServerCode } from '@lectern/rtc/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { operatorName } from '../auth/identity.js';
import type { Tickets } from '../auth/tickets.js';
import type { FailureThrottle } from '@lectern/kit/rate-limits';
import type { Tokens } from '../auth/tokens.js';
import type { OperatedConfig } from '../conference/model.js';
import { TooManyConferences, type ConferenceRegistry, type LiveConference } from '../conference/registry.js';
import { MAX_JWT_LENGTH, type RoomGrant } from '../keys/index.js';
import type { QualityCollector } from '../quality/index.js';
import type { RelayServers } from '../turn/relay-servers.js';
import { singleLine } from '../single-line.js';
import { creationBody, integer, kindOf } from './creation.js';
import { read, Refusal } from './errors.js';
import type { LiveCreation } from './live.js';
import { ticketGrant, type RoomAdmission } from './room-admission.js';
import { SIGNALLING_PATH } from '../signalling/endpoint.js';
import { originOf, socketUrl } from './origin.js';

const params = z.object({ org: z.string(), app: z.string() });
/** PostgreSQL text cannot contain a zero character. */
const name = z
  .string()
  .min(1)
  .max(256)
  .refine((value) => !value.includes('\0'), 'must not have zero characters');
const secret = z.string().max(256);
const token = z.string().min(1).max(4096);

/** Normalised in every request, so that all spellings of a name lead to the same room. */
const roomName = name.transform(singleLine).refine((value) => value !== '', 'must have a character that can be seen');

/** A room grant (JWT), where the client has one. */
const grant = z.string().max(MAX_JWT_LENGTH).nullish();

const roomBody = creationBody.extend({ roomName, password: secret, memName: name, token, grant });
/** Deployed clients send what they keep of an earlier admission, whatever it is; what is no valid token proves nothing. */
const roleToken = z.string().max(4096).nullish().catch(undefined);
const ticketBody = creationBody.extend({
  uid: name,
  token,
  confrId: z.string().max(256).nullish(),
  password: secret.nullish(),
  role: integer.nullish(),
  roleToken,
  grant,
});
const selectBody = z.looseObject({ uid: name, token, confrId: name, password: secret.nullish(), roleToken, grant });

/** The requester and its address, by which wrong passwords are counted. */
interface Asker {
  readonly ip: string;
  readonly memName: string;
}

/** Credentials of an entering user. */
interface Entry {
  readonly password: string;
  readonly grant: string | null | undefined;
  readonly asker: Asker;
  /** The requested role. */
  readonly role: number | undefined;
  /** Stands for a password that is not given, for a member that was admitted before. */
  readonly roleToken?: string | null | undefined;
}

interface Admitted {
  readonly conference: LiveConference;
  /** Role by a grant or the operator; undefined in rooms of users. */
  readonly role?: Role;
  readonly grant?: RoomGrant | undefined;
}

interface CreationRequest {
  readonly appKey: string;
  readonly memName: string;
  readonly password: string;
  readonly body: z.infer<typeof creationBody>;
  readonly given: RoomGrant | undefined;
  readonly now: number;
}

/** The creator, members and users with a decided role are exempt from the limit on password guessing. */
const belongsTo = ({ record, host }: LiveConference, memName: string): boolean =>
  record.creator === memName ||
  host.state.roles.has(memName) ||
  [...host.state.members.values()].some(({ name: member }) => member === memName);

export interface ConferenceRoutes {
  readonly registry: ConferenceRegistry;
  readonly tokens: Tokens;
  readonly throttle: FailureThrottle;
  readonly tickets: Tickets;
  readonly appKeys: readonly string[];
  readonly publicUrl: string | undefined;
  readonly live: LiveCreation;
  readonly quality: QualityCollector;
  readonly admission: RoomAdmission;
  /** Offered with each ticket (`rtcCfg`), as with the answer to enter. */
  readonly relays: RelayServers | undefined;
  /** True if users can create rooms and conferences; otherwise only backends and holders of a grant can. */
  readonly isCreationOpen: boolean;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Rooms, tickets and the check of a conference's password (wire-conference 4, calls 1-3, 7 and 8). */
export function conferenceRoutes(app: FastifyInstance, routes: ConferenceRoutes): void {
  const { registry, tokens, throttle, tickets, appKeys, publicUrl, live, quality, relays, isCreationOpen } = routes;

  const identify = (uid: string, given: string): { appKey: string; memName: string } => {
    const identity = tokens.proves(uid, given);
    if (identity === undefined || !appKeys.includes(identity.appKey)) {
      throw new Refusal(ServerCode.TokenInvalid, 'the token is not valid, has expired or belongs to another user');
    }
    return identity;
  };

  const find = async (appKey: string, confrId: string, entry: Entry): Promise<Admitted> => {
    const conference = registry.get(confrId);
    if (conference?.record.appKey !== appKey) {
      throw new Refusal(ServerCode.ConferenceNotFound, `there is no conference ${confrId}`);
    }
    const { id, roomName } = conference.record;
    const given = await routes.admission.read(entry.grant, { appKey, ...entry.asker }, { id, name: roomName });
    return admit(conference, given, entry);
  };

  /** A user that an operated room admits needs no password, unless the room requires both. */
  const admit = async (conference: LiveConference, given: RoomGrant | undefined, entry: Entry): Promise<Admitted> => {
    const { operated } = conference.record.config;
    if (operated === undefined && given === undefined) {
      if (!wasAdmitted(conference, entry)) await requirePassword(conference, entry.password, entry.asker);
      return { conference };
    }
    const asked = entry.role === Role.Audience ? Role.Audience : Role.Talker;
    const role = routes.admission.roleIn(conference, entry.asker.memName, given, asked);
    if (operated?.asksPassword) await requirePassword(conference, entry.password, entry.asker);
    return { conference, role, grant: given };
  };

  /** A password that is given is always checked, and who was removed has to know it again. */
  const wasAdmitted = (
    { record, host }: LiveConference,
    { password, roleToken, asker: { memName } }: Entry,
  ): boolean => {
    if (password !== '' || !roleToken || host.state.kicks.has(memName)) return false;
    const claims = tokens.readRole(roleToken);
    return claims?.confrId === record.id && claims.memName === memName;
  };

  const requireCreation = (given: RoomGrant | undefined): void => {
    if (given !== undefined && !given.mayCreate) {
      throw new Refusal(ServerCode.ConferenceNotFound, 'the room is not open; the grant does not open it');
    }
    if (given === undefined && !isCreationOpen) {
      throw new Refusal(ServerCode.NoRights, 'rooms of this application are opened by its backend; ask it for a grant');
    }
  };

  const requirePassword = async (conference: LiveConference, password: string, asker: Asker): Promise<void> => {
    const guess = {
      ...{ address: asker.ip, member: asker.memName, target: `room ${conference.record.id}` },
      isTrusted: belongsTo(conference, asker.memName),
    };
    if (await throttle.attemptAsMember(guess, () => registry.hasPassword(conference, password))) return;
    throw new Refusal(ServerCode.PasswordWrong, 'the password of the conference is wrong');
  };

  const admission = (request: FastifyRequest, admitted: Admitted, memName: string, asked?: number) => {
    const { record, host } = admitted.conference;
    const { roles, kicks, config } = host.state;
    const call = config.callee === undefined ? undefined : { caller: record.creator, callee: config.callee };
    if (call !== undefined && !Object.values(call).includes(memName)) {
      throw new Refusal(ServerCode.NoRights, 'this conference is a call between two others');
    }
    const role = admitted.role ?? roleOf(roles.get(memName), record.creator === memName, asked);
    const { grant: given } = admitted;
    const origin = originOf(request, publicUrl);
    const url = socketUrl(origin, SIGNALLING_PATH);
    const qoeUpUrl = quality.uploadUrl(origin, record.id, memName);
    return {
      error: 0,
      confrId: record.id,
      type: record.type,
      role,
      roleToken: tokens.issueRole({ confrId: record.id, memName }),
      ...(relays && { rtcCfg: relays.configFor(memName) }),
      ticket: JSON.stringify(
        tickets.issue({
          confrId: record.id,
          memName,
          role,
          kicks: kicks.get(memName) ?? 0,
          url,
          qoeUpUrl,
          call,
          grant: given && { ...ticketGrant(given), expiresAt: given.expiresAt, nickName: given.nickName },
        }),
      ),
    };
  };

  app.post('/:org/:app/conferences/room', async (request) => {
    const { org, app: appName } = read(params, request.params);
    const body = read(roomBody, request.body);
    const { appKey, memName } = identify(body.memName, body.token);
    if (appKey !== `${org}#${appName}`)
      throw new Refusal(ServerCode.TokenInvalid, 'the token is of another application');
    const { roomName, password } = body;
    const entry = { password, grant: body.grant, asker: { ip: request.ip, memName }, role: undefined };
    const known = registry.findRoom(appKey, roomName);
    const given = await routes.admission.read(
      body.grant,
      { appKey, memName },
      { id: known?.record.id, name: roomName },
    );
    if (known === undefined) requireCreation(given);
    const { live: liveCfg, ...options } = creationOf({ appKey, memName, password, body, given, now: routes.now() });
    const output = await live.prepare(liveCfg);
    const room = await admitted(() => registry.openRoom({ ...options, roomName }));
    if (room.isNew) live.begin(room, output);
    else await admit(room, given, entry);
    const { id, creator } = room.record;
    return { error: 0, confrId: id, isCreator: creator === memName, type: room.record.type };
  });

  app.post('/easemob/rtc/req/ticket', async (request) => {
    const body = read(ticketBody, request.body);
    const { appKey, memName } = identify(body.uid, body.token);
    const password = body.password ?? '';
    if (body.confrId) {
      const asker = { ip: request.ip, memName };
      const role = body.role ?? undefined;
      const entry = { password, grant: body.grant, asker, role, roleToken: body.roleToken };
      const entered = await find(appKey, body.confrId, entry);
      return admission(request, entered, memName, role);
    }
    requireCreation(undefined);
    const { type, config } = kindOf(appKey, body);
    const output = await live.prepare(body.liveCfg);
    const conference = await admitted(() =>
      registry.create({ appKey, roomName: null, password, type, creator: memName, config }),
    );
    live.begin(conference, output);
    return admission(request, { conference }, memName);
  });

  app.post('/easemob/rtc/select/confr', async (request) => {
    const body = read(selectBody, request.body);
    const { appKey, memName } = identify(body.uid, body.token);
    const asker = { ip: request.ip, memName };
    const { password, roleToken } = body;
    const entry = { password: password ?? '', grant: body.grant, asker, role: undefined, roleToken };
    const { record } = (await find(appKey, body.confrId, entry)).conference;
    return { error: 0, confrId: record.id, type: record.type };
  });
}

/** Options of the new conference: as its creator asks, or as far as the creator's grant allows. */
function creationOf({ appKey, memName, password, body, given, now }: CreationRequest) {
  if (given === undefined) return { appKey, password, creator: memName, live: body.liveCfg, ...kindOf(appKey, body) };
  const isAdmin = given.role === Role.Admin;
  // Only admins decide on recording, live output and limits.
  const { type, config } = kindOf(appKey, isAdmin ? body : { confrType: body.confrType });
  const operated: OperatedConfig = {
    access: 'granted',
    asksPassword: false,
    isKept: false,
    openedAt: now,
    members: {},
  };
  // The creator of a conference may fetch its recordings.
  const creator = isAdmin ? memName : operatorName(appKey);
  return { appKey, password, creator, type, config: { ...config, operated }, live: isAdmin ? body.liveCfg : undefined };
}

async function admitted<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof TooManyConferences) throw new Refusal(ServerCode.NoRights, error.message);
    throw error;
  }
}

/** A role decided for this conference overrides the requested one; a request never makes an admin. */
function roleOf(decided: Role | undefined, isCreator: boolean, asked: number | undefined): Role {
  if (decided !== undefined) return decided;
  if (isCreator) return Role.Admin;
  return asked === Role.Audience ? Role.Audience : Role.Talker;
}
