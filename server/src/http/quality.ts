import { QualityRecordType, Role, ServerCode } from '@lectern/rtc/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { memNameOf, userOf } from '../auth/identity.js';
import type { Tokens } from '../auth/tokens.js';
import { adminsOf, roleOf } from '../conference/authority.js';
import type { ConferenceRegistry } from '../conference/registry.js';
import type { QualityConference, QualityCursor, QualityStore, StoredQualityRecord } from '../store/index.js';
import { identify, isForeign, proof, storedId } from './asker.js';
import { hasBearer } from './bearer.js';
import { integer } from './creation.js';
import { BadRequest, read, Refusal } from './errors.js';

const MAX_PAGE = 1_000;
const DEFAULT_PAGE = 200;

const time = z.number().min(0).max(Number.MAX_SAFE_INTEGER).transform(Math.round);
const cursor = z
  .string()
  .regex(/^\d{1,16}-\d{1,16}$/, 'must be the "cursor" of an answer')
  .transform((value): QualityCursor => {
    const [at = 0, id = 0] = value.split('-').map(Number);
    return { time: at, id };
  });
const types = z.literal([QualityRecordType.Init, QualityRecordType.Sample, QualityRecordType.Event]);
const membersBody = proof.extend({ confrId: storedId.nullish() });
const recordsBody = membersBody.extend({
  memName: storedId.nullish(),
  memId: storedId.nullish(),
  type: integer.pipe(types).nullish(),
  event: integer.nullish(),
  sId: storedId.nullish(),
  from: time.nullish(),
  to: time.nullish(),
  limit: integer.pipe(z.number().min(1).max(MAX_PAGE)).nullish(),
  cursor: cursor.nullish(),
});

export interface QualityRoutes {
  readonly store: QualityStore;
  readonly registry: ConferenceRegistry;
  readonly tokens: Tokens;
  readonly appKeys: readonly string[];
  /** Token that allows reading everything: for the operator's own programs. */
  readonly operatorToken: string | undefined;
}

/** Scope of data that a request may see. */
interface View {
  readonly conference: QualityConference;
  /** `memName` of the requester; undefined for the operator. */
  readonly asker: string | undefined;
  readonly seesAll: boolean;
}

/** Quality statistics that clients uploaded: admins read those of their conference, members their own. */
export function qualityRoutes(app: FastifyInstance, routes: QualityRoutes): void {
  const { store, registry, tokens, appKeys, operatorToken } = routes;

  const conferenceOf = async (id: string): Promise<QualityConference | undefined> => {
    const live = registry.get(id);
    if (live === undefined) return store.findConference(id);
    const { appKey, creator } = live.record;
    return { id, appKey, creator, admins: adminsOf(live.host.state), lastAt: 0 };
  };

  const isAdmin = ({ id, creator, admins }: QualityConference, memName: string): boolean => {
    const live = registry.get(id);
    if (live !== undefined && roleOf(live.host.state, memName) === Role.Admin) return true;
    return creator === memName || (live === undefined && admins.includes(memName));
  };

  /** @throws {Refusal} the same for data that do not exist and for data of another application */
  const viewOf = async (request: FastifyRequest, body: z.infer<typeof membersBody>): Promise<View> => {
    const isOperator = operatorToken !== undefined && hasBearer(request, operatorToken);
    const asker = isOperator ? undefined : identify(tokens, appKeys, body);
    const confrId = body.confrId ?? asker?.confrId;
    if (confrId === undefined) throw new BadRequest('confrId: is missing');
    const conference = await conferenceOf(confrId);
    if (conference === undefined || (asker && isForeign(asker, conference))) {
      throw new Refusal(
        ServerCode.ConferenceNotFound,
        'there is no such conference, or nothing is known of it any more',
      );
    }
    return {
      conference,
      asker: asker?.memName,
      seesAll: asker === undefined || isAdmin(conference, asker.memName),
    };
  };

  app.post('/easemob/rtc/quality/members', async (request) => {
    const { conference, seesAll } = await viewOf(request, read(membersBody, request.body));
    if (!seesAll) throw new Refusal(ServerCode.NoRights, 'only admin can action');
    const members = await store.members(conference.id);
    return {
      error: 0,
      members: members.map(({ client, ...rest }) => ({
        ...rest,
        client: client === null ? null : (JSON.parse(client) as object),
      })),
    };
  });

  app.post('/easemob/rtc/quality/records', async (request) => {
    const body = read(recordsBody, request.body);
    const { conference, asker, seesAll } = await viewOf(request, body);
    const memName = nameOf(conference, body.memName) ?? asker;
    if (memName === undefined) throw new BadRequest('memName: is missing');
    if (!seesAll && memName !== asker) throw new Refusal(ServerCode.NoRights, 'only admin can action');
    const limit = body.limit ?? DEFAULT_PAGE;
    const records = await store.list({
      ...{ conferenceId: conference.id, memName, limit },
      ...{ memId: body.memId ?? undefined, type: body.type ?? undefined, event: body.event ?? undefined },
      ...{ streamId: body.sId ?? undefined, from: body.from ?? undefined, to: body.to ?? undefined },
      after: body.cursor ?? undefined,
    });
    const last = records.at(-1);
    return {
      error: 0,
      records: records.map(present),
      ...(last && records.length === limit && { cursor: `${last.time}-${last.id}` }),
    };
  });
}

/** Name of a member in its conference; a plain user name is accepted too. */
function nameOf({ appKey }: QualityConference, given: string | null | undefined): string | undefined {
  if (!given) return undefined;
  const user = userOf(appKey, given);
  return user === undefined ? given : memNameOf(appKey, user);
}

/** The record as it was sent, with the values that its socket proved. */
function present(record: StoredQualityRecord): object {
  const { conferenceId: confrId, memName, memId, time: at, receivedAt, body } = record;
  return { time: at, ...(JSON.parse(body) as object), confrId, memName, memId, receivedAt };
}
