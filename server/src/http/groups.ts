import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { USER_NAME_PATTERN } from '../auth/identity.js';
import type { Tokens } from '../auth/tokens.js';
import type { Groups } from '../im/index.js';
import type { GroupStore, ImUser } from '../store/index.js';
import { singleLine } from '../single-line.js';
import { bearerOf } from './bearer.js';
import { read } from './errors.js';
import { orRefused } from './group-refusals.js';
import { groupListRoutes } from './group-lists.js';

/** Limit of names in one request. */
const MAX_NAMED = 100;
const MAX_CUSTOM = 8_192;
const MAX_AVATAR = 2_048;

const params = z.object({ id: z.string(), names: z.string().optional() });
/** PostgreSQL text cannot contain a zero character. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0'), 'must not have zero characters');
const groupName = (max: number) => text(max).transform(singleLine);
const userName = z.string().regex(USER_NAME_PATTERN, 'must be the name of a user');
const userNames = z.array(userName).min(1).max(MAX_NAMED);
const reason = text(512).nullish();
const flag = z.boolean().nullish();

export interface GroupTextLimits {
  /** Limit in characters. */
  readonly name: number;
  readonly description: number;
  readonly members: number;
}

const schemas = ({ name, description, members }: GroupTextLimits) => ({
  creation: z.looseObject({
    groupname: groupName(name).nullish(),
    desc: text(description).nullish(),
    description: text(description).nullish(),
    members: z.array(userName).max(members).nullish(),
    public: flag,
    approval: flag,
    allowinvites: flag,
    invite_need_confirm: flag,
    maxusers: z.number().int().min(1).nullish(),
    custom: text(MAX_CUSTOM).nullish(),
    avatar: text(MAX_AVATAR).nullish(),
  }),
  update: z.looseObject({
    newowner: userName.optional(),
    groupname: groupName(name).nullish(),
    description: text(description).nullish(),
    custom: text(MAX_CUSTOM).nullish(),
    avatar: text(MAX_AVATAR).nullish(),
  }),
});
const invitation = z.looseObject({ usernames: userNames });
const application = z.looseObject({ message: reason }).nullish();
const applicationAnswer = z.looseObject({ applicant: userName, verifyResult: z.boolean(), reason });
const inviteAnswer = z.looseObject({ verifyResult: z.boolean() });

/** Default limit of members of a group, unless the server allows fewer. */
const DEFAULT_MAX_MEMBERS = 200;

export interface GroupRoutes {
  readonly groups: Groups;
  readonly store: GroupStore;
  readonly tokens: Tokens;
  readonly limits: GroupTextLimits;
}

/** `/{org}/{app}/chatgroups`: deployed clients create, join and leave groups (wire-im 2.6). */
export function groupRoutes(app: FastifyInstance, { groups, store, tokens, limits }: GroupRoutes): void {
  const { creation, update } = schemas(limits);
  const actorOf = (request: FastifyRequest): ImUser => {
    const { appKey, user } = bearerOf(tokens, request);
    return { appKey, name: user };
  };
  const idOf = (request: FastifyRequest): string => read(params, request.params).id;
  const answer = (data: unknown): object => ({ error: 0, entities: [], data });

  groupListRoutes(app, { groups, store, tokens });

  app.post('/:org/:app/chatgroups', async (request) => {
    const actor = actorOf(request);
    const wish = read(creation, request.body);
    const facts = {
      name: wish.groupname ?? '',
      description: wish.desc ?? wish.description ?? '',
      avatar: wish.avatar ?? '',
      custom: wish.custom ?? '',
      isPublic: wish.public ?? false,
      needsApproval: wish.approval ?? false,
      membersInvite: wish.allowinvites ?? false,
      inviteNeedsConfirm: wish.invite_need_confirm ?? false,
      maxMembers: wish.maxusers ?? DEFAULT_MAX_MEMBERS,
    };
    return answer({ groupid: await orRefused(groups.create(actor, facts, wish.members ?? [])) });
  });

  app.put('/:org/:app/chatgroups/:id', async (request) => {
    const [actor, id] = [actorOf(request), idOf(request)];
    const { newowner, groupname, description, custom, avatar } = read(update, request.body);
    if (newowner !== undefined) {
      await orRefused(groups.transfer(actor, id, newowner));
      return answer({ newowner: true });
    }
    const facts = {
      ...(typeof groupname === 'string' && { name: groupname }),
      ...(typeof description === 'string' && { description }),
      ...(typeof custom === 'string' && { custom }),
      ...(typeof avatar === 'string' && { avatar }),
    };
    await orRefused(groups.update(actor, id, facts));
    const { name: isNamed, ...others } = Object.fromEntries(Object.keys(facts).map((key) => [key, true]));
    return answer({ ...(isNamed && { groupname: true }), ...others });
  });

  app.delete('/:org/:app/chatgroups/:id', async (request) => {
    const [actor, id] = [actorOf(request), idOf(request)];
    await orRefused(groups.destroy(actor, id));
    return answer({ success: true, groupid: id });
  });

  app.post('/:org/:app/chatgroups/:id/invite', async (request) => {
    const [actor, id] = [actorOf(request), idOf(request)];
    const names = [...new Set(read(invitation, request.body).usernames)];
    const admissions = await orRefused(groups.invite(actor, id, names));
    return answer(
      names.map((user, index) => ({
        ...{ action: 'invite', groupid: id, user, result: true },
        reason: admissions[index] === 'joined' ? 'joined' : 'invited',
      })),
    );
  });

  app.post('/:org/:app/chatgroups/:id/invite_verify', async (request) => {
    const [actor, id] = [actorOf(request), idOf(request)];
    await orRefused(groups.answerInvite(actor, id, read(inviteAnswer, request.body).verifyResult));
    return answer({ result: true, groupid: id });
  });

  app.post('/:org/:app/chatgroups/:id/apply', async (request) => {
    const [actor, id] = [actorOf(request), idOf(request)];
    const admission = await orRefused(groups.apply(actor, id, read(application, request.body)?.message ?? ''));
    return answer({ result: true, groupid: id, id, reason: admission === 'joined' ? 'joined' : 'applied' });
  });

  app.post('/:org/:app/chatgroups/:id/apply_verify', async (request) => {
    const [actor, id] = [actorOf(request), idOf(request)];
    const { applicant, verifyResult, reason: why } = read(applicationAnswer, request.body);
    const decision = { name: applicant, isAccepted: verifyResult, reason: why ?? '' };
    await orRefused(groups.answerApplication(actor, id, decision));
    return answer({ result: true, groupid: id, user: applicant });
  });

  app.delete('/:org/:app/chatgroups/:id/quit', async (request) => {
    const [actor, id] = [actorOf(request), idOf(request)];
    await orRefused(groups.leave(actor, id));
    return answer({ result: true, groupid: id });
  });

  app.delete('/:org/:app/chatgroups/:id/users/:names', async (request) => {
    const [actor, id] = [actorOf(request), idOf(request)];
    const names = read(userNames, read(params, request.params).names?.split(','));
    await orRefused(groups.remove(actor, id, names));
    const removed = names.map((user) => ({ action: 'remove_member', groupid: id, user, result: true }));
    return answer(removed.length === 1 ? removed[0] : removed);
  });
}
