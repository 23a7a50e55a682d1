import { Role, ServerCode } from '@lectern/rtc/protocol';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { memNameOf, userOf } from '../auth/identity.js';
import type { AttributeChange } from '../conference/ops/attributes.js';
import { integer } from './creation.js';
import { read, Refusal } from './errors.js';
import { roleProof, type Authority, type RoleGuard } from './role-guard.js';

const MAX_NAMES = 1_000;
const MAX_KEY_LENGTH = 256;
const MAX_VALUE_LENGTH = 8 * 1024;

/** PostgreSQL text cannot contain a zero character. */
const text = z.string().refine((value) => !value.includes('\0'), 'must not have zero characters');
const uid = text.min(1).max(256);
const uids = z.union([z.array(uid).min(1, 'name at least one member').max(MAX_NAMES), uid.transform((one) => [one])]);
const roles = z.union([z.literal(Role.Admin), z.literal(Role.Talker), z.literal(Role.Audience)]);
const roleChange = roleProof.extend({ uids, role: integer.pipe(roles) });
const kicking = roleProof.extend({ uids });
const attribute = z
  .looseObject({
    key: text.min(1).max(MAX_KEY_LENGTH),
    val: z.unknown().optional(),
    op: z.enum(['UPDATE', 'DEL']).default('UPDATE'),
  })
  .transform(({ key, val, op }): AttributeChange => ({ key, val: op === 'DEL' ? undefined : asText(val) }))
  .refine(
    ({ val }) => val === undefined || val.length <= MAX_VALUE_LENGTH,
    `"val" has ${MAX_VALUE_LENGTH} characters at most`,
  )
  .refine(({ val }) => val?.includes('\0') !== true, '"val" must not have zero characters');
const update = roleProof.extend({
  cattrs: z.array(attribute).max(MAX_NAMES).nullish(),
  cstate: z.looseObject({ muteAll: z.boolean() }).nullish(),
});

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** `memName`s of the conference; plain user names are accepted too. */
const namesOf = ({ conference }: Authority, given: readonly string[]): string[] => {
  const { appKey } = conference.record;
  const full = given.map((name) => {
    const user = userOf(appKey, name);
    return user === undefined ? name : memNameOf(appKey, user);
  });
  return [...new Set(full)];
};

const DONE = { error: 0 };

/** REST calls of admins (wire-conference 4, calls 4-6, 9 and 10). */
export function adminRoutes(app: FastifyInstance, guard: RoleGuard): void {
  app.post('/easemob/rtc/chanage/roles', async (request) => {
    const body = read(roleChange, request.body);
    await guard.command(body, (who) => ({ kind: 'changeRoles', names: namesOf(who, body.uids), role: body.role }));
    return DONE;
  });

  app.post('/easemob/rtc/role/degrade', async (request) => {
    const body = read(roleChange, request.body);
    await guard.command(body, (who) => ({ kind: 'degrade', names: namesOf(who, body.uids), role: body.role }));
    return DONE;
  });

  app.post('/easemob/rtc/kick/member', async (request) => {
    const body = read(kicking, request.body);
    await guard.command(body, (who) => ({ kind: 'kick', names: namesOf(who, body.uids) }));
    return DONE;
  });

  app.post('/easemob/rtc/disband/conference', async (request) => {
    await guard.command(read(roleProof, request.body), () => ({ kind: 'disband' }));
    return DONE;
  });

  app.post('/easemob/rtc/confr/attrs/update', async (request) => {
    const body = read(update, request.body);
    const { cattrs, cstate } = body;
    if (!cattrs && !cstate) throw new Refusal(ServerCode.BadParameters, 'the body needs "cattrs" or "cstate"');
    if (cattrs) await guard.command(body, () => ({ kind: 'attributes', changes: cattrs }));
    if (cstate) await guard.command(body, () => ({ kind: 'muteAll', isMuted: cstate.muteAll }));
    return DONE;
  });
}
