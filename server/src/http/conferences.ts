import { Role, ServerCode } from '@lectern/rtc/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Tickets } from '../auth/tickets.js';
import type { FailureThrottle } from '@lectern/kit/rate-limits';
import type { Tokens } from '../auth/tokens.js';
import { TooManyConferences, type ConferenceRegistry, type LiveConference } from '../conference/registry.js';
import type { QualityCollector } from '../quality/index.js';
import { singleLine } from '../single-line.js';
import { creationBody, integer, kindOf } from './creation.js';
import { read, Refusal } from './errors.js';
import type { LiveCreation } from './live.js';
import { SIGNALLING_PATH } from '../signalling/endpoint.js';
import { originOf, socketUrl } from './origin.js';

const params = z.object({ org: z.string(), app: z.string() });
/** PostgreSQL keeps no text with a zero character. */
const name = z
  .string()
  .min(1)
  .max(256)
  .refine((value) => !value.includes('\0'), 'must not have zero characters');
const secret = z.string().max(256);
const token = z.string().min(1).max(4096);

/** All who name the room are read the same way, so that they meet. */
const roomName = name.transform(singleLine).refine((value) => value !== '', 'must have a character that can be seen');

const roomBody = creationBody.extend({ roomName, password: secret, memName: name, token });
const ticketBody = creationBody.extend({
  uid: name,
  token,
  confrId: z.string().max(256).nullish(),
  password: secret.nullish(),
  role: integer.nullish(),
});
const selectBody = z.looseObject({ uid: name, token, confrId: name, password: secret.nullish() });

/** Who asks, from where: wrong passwords are counted by it. */
interface Asker {
  readonly ip: string;
  readonly memName: string;
}

/** Whoever made the conference, is in it, or has been given a role in it does not guess at its password. */
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
}

/** Rooms, tickets and the check of a conference's password (wire-conference 4, calls 1-3, 7 and 8). */
export function conferenceRoutes(app: FastifyInstance, routes: ConferenceRoutes): void {
  const { registry, tokens, throttle, tickets, appKeys, publicUrl, live, quality } = routes;

  const identify = (uid: string, given: string): { appKey: string; memName: string } => {
    const identity = tokens.proves(uid, given);
    if (identity === undefined || !appKeys.includes(identity.appKey)) {
      throw new Refusal(ServerCode.TokenInvalid, 'the token is not valid, has expired or belongs to another user');
    }
    return identity;
  };

  const find = async (appKey: string, confrId: string, password: string, asker: Asker): Promise<LiveConference> => {
    const conference = registry.get(confrId);
    if (conference?.record.appKey !== appKey) {
      throw new Refusal(ServerCode.ConferenceNotFound, `there is no conference ${confrId}`);
    }
    await requirePassword(conference, password, asker);
    return conference;
  };

  const requirePassword = async (conference: LiveConference, password: string, asker: Asker): Promise<void> => {
    const guess = {
      ...{ address: asker.ip, member: asker.memName, target: `room ${conference.record.id}` },
      isTrusted: belongsTo(conference, asker.memName),
    };
    if (await throttle.attemptAsMember(guess, () => registry.hasPassword(conference, password))) return;
    throw new Refusal(ServerCode.PasswordWrong, 'the password of the conference is wrong');
  };

  const admission = (request: FastifyRequest, { record, host }: LiveConference, memName: string, asked?: number) => {
    const { roles, kicks, config } = host.state;
    const call = config.callee === undefined ? undefined : { caller: record.creator, callee: config.callee };
    if (call !== undefined && !Object.values(call).includes(memName)) {
      throw new Refusal(ServerCode.NoRights, 'this conference is a call between two others');
    }
    const role = roleOf(roles.get(memName), record.creator === memName, asked);
    const origin = originOf(request, publicUrl);
    const url = socketUrl(origin, SIGNALLING_PATH);
    const qoeUpUrl = quality.uploadUrl(origin, record.id, memName);
    return {
      error: 0,
      confrId: record.id,
      type: record.type,
      role,
      roleToken: tokens.issueRole({ confrId: record.id, memName }),
      ticket: JSON.stringify(
        tickets.issue({ confrId: record.id, memName, role, kicks: kicks.get(memName) ?? 0, url, qoeUpUrl, call }),
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
    const { type, config } = kindOf(appKey, body);
    const output = await live.prepare(body.liveCfg);
    const room = await admitted(() =>
      registry.openRoom({ appKey, roomName, password, type, creator: memName, config }),
    );
    if (room.isNew) live.begin(room, output);
    else await requirePassword(room, password, { ip: request.ip, memName });
    const { id, creator } = room.record;
    return { error: 0, confrId: id, isCreator: creator === memName, type: room.record.type };
  });

  app.post('/easemob/rtc/req/ticket', async (request) => {
    const body = read(ticketBody, request.body);
    const { appKey, memName } = identify(body.uid, body.token);
    const password = body.password ?? '';
    if (body.confrId) {
      const conference = await find(appKey, body.confrId, password, { ip: request.ip, memName });
      return admission(request, conference, memName, body.role ?? undefined);
    }
    const { type, config } = kindOf(appKey, body);
    const output = await live.prepare(body.liveCfg);
    const conference = await admitted(() =>
      registry.create({ appKey, roomName: null, password, type, creator: memName, config }),
    );
    live.begin(conference, output);
    return admission(request, conference, memName);
  });

  app.post('/easemob/rtc/select/confr', async (request) => {
    const body = read(selectBody, request.body);
    const { appKey, memName } = identify(body.uid, body.token);
    const { record } = await find(appKey, body.confrId, body.password ?? '', { ip: request.ip, memName });
    return { error: 0, confrId: record.id, type: record.type };
  });
}

async function admitted<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof TooManyConferences) throw new Refusal(ServerCode.NoRights, error.message);
    throw error;
  }
}

/** A role that was decided here goes before what is asked for; nobody becomes admin by asking. */
function roleOf(decided: Role | undefined, isCreator: boolean, asked: number | undefined): Role {
  if (decided !== undefined) return decided;
  if (isCreator) return Role.Admin;
  return asked === Role.Audience ? Role.Audience : Role.Talker;
}
