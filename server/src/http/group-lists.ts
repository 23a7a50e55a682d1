import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Tokens } from '../auth/tokens.js';
import type { Group, Groups } from '../im/index.js';
import type { GroupRecord, GroupStore } from '../store/index.js';
import { bearerOf, ownerOf } from './bearer.js';
import { ImRefused, read } from './errors.js';
import { orRefused } from './group-refusals.js';

const MAX_PAGE = 500;
const DEFAULT_PAGE = 20;
const MAX_SHOWN = 100;

const params = z.object({ id: z.string() });
const count = z.coerce.number().int().min(0).max(1_000_000);
const paging = z.looseObject({
  pagenum: count.optional(),
  pagesize: count.optional(),
  limit: count.optional(),
  cursor: z.string().max(64).optional(),
  version: z.string().optional(),
  joined_time: z.string().optional(),
});
/** The cursor is the id with which the last returned user became a member. */
const memberPaging = paging.extend({
  cursor: z.union([z.literal('').transform(() => undefined), z.string().regex(/^\d{1,19}$/)]).optional(),
});

export interface GroupListRoutes {
  readonly groups: Groups;
  readonly store: GroupStore;
  readonly tokens: Tokens;
}

/** Properties of a group under the names of the wire. */
const factsOf = (record: GroupRecord): object => ({
  name: record.name,
  description: record.description,
  avatar: record.avatar,
  custom: record.custom,
  owner: record.owner,
  public: record.isPublic,
  membersonly: record.needsApproval,
  allowinvites: record.membersInvite,
  invite_need_confirm: record.inviteNeedsConfirm,
  maxusers: record.maxMembers,
  created: record.createdAt,
  mute: false,
  disabled: false,
});

const affiliation = ({ record }: Group, name: string): object =>
  name === record.owner ? { owner: name } : { member: name };

/** Details of a group that a user may see: strangers do not see its members. */
function detailsOf(group: Group, user: string): object | undefined {
  const { record, size, members } = group;
  const isMember = group.member(user) !== undefined;
  if (!isMember && !record.isPublic) return undefined;
  const seen = isMember ? members : members.filter(({ name }) => name === record.owner);
  return {
    id: record.id,
    ...factsOf(record),
    affiliations_count: size,
    affiliations: seen.map(({ name, joinedAt }) => ({ ...affiliation(group, name), joined_time: joinedAt })),
  };
}

/** Routes that read groups and their members. */
export function groupListRoutes(app: FastifyInstance, { groups, store, tokens }: GroupListRoutes): void {
  /** Deployed clients match the responses of two requests by their `uri`. */
  const answer = (uri: string, more: object): object => ({ error: 0, uri, entities: [], ...more });

  app.get('/:org/:app/users/:user/joined_chatgroups', async (request) => {
    const { appKey, user } = ownerOf(tokens, request);
    const { pagenum = 0, pagesize = MAX_PAGE, version } = read(paging, request.query);
    const limit = Math.min(MAX_PAGE, pagesize);
    const found = await store.ofUser({ appKey, name: user }, pagenum * limit, limit);
    const data = found.map(({ id, name, owner }) =>
      version === 'v3'
        ? { id, name, groupid: id, groupname: name, disabled: false, permission: owner === user ? 'owner' : 'member' }
        : { groupid: id, groupname: name },
    );
    return answer(request.url, { data, count: data.length });
  });

  app.get('/:org/:app/chatgroups/user/:user', async (request) => {
    const { appKey, user } = ownerOf(tokens, request);
    const { pagenum = 0, pagesize = DEFAULT_PAGE } = read(paging, request.query);
    const limit = Math.min(MAX_PAGE, pagesize);
    const found = await store.ofUser({ appKey, name: user }, pagenum * limit, limit);
    const entities = found.map(({ memberCount, ...record }) => ({
      groupId: record.id,
      ...factsOf(record),
      permission: record.owner === user ? 'owner' : 'member',
      affiliations_count: memberCount,
    }));
    return answer(request.url, { entities, count: entities.length });
  });

  app.get('/:org/:app/chatgroups/user/:user/joined_count', async (request) => {
    const { appKey, user } = ownerOf(tokens, request);
    const counts = await store.countsOf(appKey, [user]);
    return answer(request.url, { data: counts.get(user) ?? 0 });
  });

  app.get('/:org/:app/publicchatgroups', async (request) => {
    const { appKey } = bearerOf(tokens, request);
    const { limit = DEFAULT_PAGE, cursor = '' } = read(paging, request.query);
    const most = Math.max(1, Math.min(MAX_PAGE, limit));
    const found = await store.listPublic(appKey, cursor, most + 1);
    const shown = found.slice(0, most);
    const data = shown.map(({ id, name }) => ({ id, name, groupid: id, groupname: name }));
    return answer(request.url, { data, count: data.length, ...(found.length > most && { cursor: shown.at(-1)?.id }) });
  });

  app.get('/:org/:app/chatgroups/:id', async (request) => {
    const { appKey, user } = bearerOf(tokens, request);
    const ids = [...new Set(read(params, request.params).id.split(','))].slice(0, MAX_SHOWN);
    // A single requested group is refused with its reason; of several, the visible ones are returned.
    const shown = await Promise.all(
      ids.map(async (id) => {
        const group = await orRefused(groups.get(appKey, id)).catch((error: unknown) => {
          if (ids.length > 1 && error instanceof ImRefused) return undefined;
          throw error;
        });
        if (group !== undefined && ids.length === 1 && !group.record.isPublic) {
          await orRefused(groups.getAsMember(appKey, id, user));
        }
        return group && detailsOf(group, user);
      }),
    );
    const data = shown.filter((details) => details !== undefined);
    return answer(request.url, { data, count: data.length });
  });

  app.get('/:org/:app/chatgroups/:id/users', async (request) => {
    const { appKey, user } = bearerOf(tokens, request);
    const group = await orRefused(groups.getAsMember(appKey, read(params, request.params).id, user));
    const { pagenum, pagesize, cursor, limit, joined_time: isTimed } = read(memberPaging, request.query);
    const size = Math.max(1, Math.min(MAX_PAGE, pagesize ?? limit ?? MAX_PAGE));
    const after = pagenum === undefined && cursor !== undefined ? BigInt(cursor) : 0n;
    const members = group.members.filter(({ joinedId }) => joinedId > after);
    const start = Math.max(0, (pagenum ?? 1) - 1) * size;
    const shown = members.slice(start, start + size);
    const hasMore = pagenum === undefined && size < members.length;
    return answer(request.url, {
      data: shown.map(({ name, joinedAt }) => ({
        ...affiliation(group, name),
        ...(isTimed !== undefined && { joined_time: joinedAt }),
      })),
      count: shown.length,
      ...(hasMore && { cursor: String(shown.at(-1)?.joinedId) }),
    });
  });
}
