import { FailureReason, getBatchInfo, getPublicInfo } from '@lectern/marketplace-contract';
import { and, eq, inArray, isNotNull, or } from 'drizzle-orm';
import { chatIdsFor } from '../courses/chat-partners.js';
import { chatAccounts, members } from '../db/schema/index.js';
import { onCall, onMemberCall, type BoundAction, type Call } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import { memberTypeOf } from '../login/index.js';
import { networkOf } from '@lectern/kit/addresses';
import type { Throttle } from '../security/index.js';
import type { Storage } from '../upload/storage.js';

const MINUTE_MS = 60_000;
/** Member ids are sequential: the limit suffices for pages and prevents copying the directory. */
const LOOKUPS_PER_MINUTE = 60;
const LOOKUPS_PER_HOUR = 600;

/** Actions of public profiles: `/api/Member/{public_info,batch_info}`. */
export function publicMemberActions(storage: Storage, throttle: Throttle): readonly BoundAction[] {
  const count = ({ caller, ip, now }: Call): Promise<void> => {
    const who = caller === undefined ? networkOf(ip) : `member ${caller.member.id}`;
    return throttle.take(
      [
        { key: `lookups ${who}`, max: LOOKUPS_PER_MINUTE, windowMs: MINUTE_MS },
        { key: `lookups ${who} hour`, max: LOOKUPS_PER_HOUR, windowMs: 60 * MINUTE_MS },
      ],
      now,
    );
  };
  return [
    onCall(getPublicInfo, async ({ id, hx_uid: uid }, call) => {
      await count(call);
      const { db, caller } = call;
      // Visitors have no chat account, so they cannot look one up.
      if (uid !== undefined && caller === undefined) throw new ApiFailure(FailureReason.NotFound);
      const callerId = caller?.member.id ?? 0;
      const isShown = and(eq(members.isBanned, false), or(eq(members.isStaff, false), eq(members.id, callerId)));
      const [member] =
        uid === undefined
          ? await db
              .select()
              .from(members)
              .where(and(isShown, eq(members.id, Number(id))))
          : await db
              .select({ member: members })
              .from(chatAccounts)
              .innerJoin(members, eq(members.id, chatAccounts.memberId))
              .where(and(isShown, eq(chatAccounts.username, uid), isNotNull(chatAccounts.registeredAt)))
              .then((rows) => rows.map((row) => row.member));
      if (member === undefined) throw new ApiFailure(FailureReason.NotFound);
      const usertype = memberTypeOf(member);
      return {
        id: String(member.id),
        // A caller who sent the chat account already knows it.
        hx_uid: uid ?? (await chatIdsFor(db, callerId, [member.id])).get(member.id) ?? '',
        name: member.name,
        headimg: storage.urlOf(member.headimgKey),
        sign: String(usertype),
        intro: member.intro,
        usertype,
      };
    }),

    onMemberCall(getBatchInfo, async ({ uids }, { db }) => {
      const rows = await db
        .select({ member: members, uid: chatAccounts.username })
        .from(chatAccounts)
        .innerJoin(members, eq(members.id, chatAccounts.memberId))
        .where(and(inArray(chatAccounts.username, uids), isNotNull(chatAccounts.registeredAt)));
      return rows.map(({ member, uid }) => ({
        uid,
        name: member.name,
        headimg: storage.urlOf(member.headimgKey),
        sign: String(memberTypeOf(member)),
      }));
    }),
  ];
}
