import {
  bindAccount,
  changePassword,
  changeType,
  Channel,
  CODE_RESEND_SECONDS,
  CodeScene,
  CurrentType,
  FailureReason,
  FieldProblem,
  getMemberInfo,
  getProfile,
  Identity,
  listSessions,
  ProviderCheckStatus,
  revokeSession,
  saveSettings,
  sendProofCode,
  updateProfile,
  UploadType,
  type MemberProfile,
} from '@lectern/marketplace-contract';
import { and, eq } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import { isDuplicate } from '@lectern/kit/postgres';
import type { Database, Pool } from '../db/database.js';
import { memberAccounts, members, type MemberRow } from '../db/schema/index.js';
import type { Feature } from '../feature.js';
import { audit } from '../http/audit.js';
import { onMemberCall, type BoundAction } from '../http/call.js';
import { ApiFailure, badField } from '../http/failure.js';
import { accountsOf, endCodes, mask, normalise, type Codes, type Proofs, type Sessions } from '../login/index.js';
import { writePassword } from '../login/password-change.js';
import { LoginRateLimits } from '../login/rate-limits.js';
import { notify } from './notice-kinds.js';
import type { ChatAccounts } from '../rtc/index.js';
import type { Passwords } from '@lectern/kit/passwords';
import type { Throttle } from '../security/index.js';
import type { Storage } from '../upload/storage.js';
import { closingActions } from './close.js';
import type { MemberInfos } from './info.js';
import { publicMemberActions } from './public-actions.js';
import { mergeSettings, settingsOf } from './settings.js';

export interface MemberPorts {
  readonly features: readonly Feature[];
  /** The pool, so that attempts are counted even when the transaction of the call is rolled back. */
  readonly pool: Pool;
  readonly codes: Codes;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly throttle: Throttle;
  readonly infos: MemberInfos;
  readonly storage: Storage;
  readonly proofs: Proofs;
  /** Wakes the outbox after a message was enqueued. */
  readonly wakeOutbox: () => void;
  /** Wakes the job queue after a job was enqueued. */
  readonly wakeJobs: () => void;
  readonly chat: ChatAccounts;
}

/** Actions of a member's own profile and settings, and of public profiles: `/api/Member/*`. */
export function memberActions(ports: MemberPorts): readonly BoundAction[] {
  const { pool, codes, passwords, sessions, infos, storage, proofs } = ports;
  const limits = new LoginRateLimits(ports.throttle);

  async function profileOf(db: Database, member: MemberRow): Promise<MemberProfile> {
    const accounts = await accountsOf(db, member.id);
    const masked = (channel: Channel): string => {
      const found = accounts.find((account) => account.channel === channel);
      return found === undefined ? '' : mask(found);
    };
    return {
      name: member.name,
      headimg: storage.urlOf(member.headimgKey),
      gender: member.gender as MemberProfile['gender'],
      birthday: member.birthday,
      intro: member.intro,
      area: member.area,
      interests: [...member.interests],
      email_masked: masked(Channel.Email),
      mobile_masked: masked(Channel.Mobile),
      locale: member.locale as MemberProfile['locale'],
      timezone: member.timezone,
      settings: settingsOf(member),
    };
  }

  return [
    onMemberCall(getMemberInfo, (_request, { db, caller }) => infos.of(db, caller.member)),

    onMemberCall(changeType, async ({ type }, call) => {
      const { id, identity } = call.caller.member;
      if (identity !== Identity.Person) throw new ApiFailure(FailureReason.WrongRole);
      const isMentor = eq(members.providerCheckStatus, ProviderCheckStatus.Approved);
      const changed = await call.db
        .update(members)
        .set({ currentType: type, updatedAt: call.now })
        // Checked in the statement itself, since the approval may be revoked concurrently.
        .where(and(eq(members.id, id), type === CurrentType.Mentor ? isMentor : undefined))
        .returning({ id: members.id });
      if (changed.length === 0) throw new ApiFailure(FailureReason.NotMentor);
      call.say(type === CurrentType.Mentor ? 'mentorSide' : 'learnerSide');
      return {};
    }),

    onMemberCall(getProfile, (_request, { db, caller }) => profileOf(db, caller.member)),

    onMemberCall(updateProfile, async ({ headimg, ...fields }, call) => {
      const { id } = call.caller.member;
      const isOwn =
        headimg === undefined || headimg === '' || (await storage.has(call.db, headimg, id, UploadType.Image));
      if (!isOwn) throw badField('headimg', FieldProblem.Unknown);
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const [changed] = await call.db
        .update(members)
        .set({ ...given, ...(headimg !== undefined && { headimgKey: headimg }), updatedAt: call.now })
        .where(eq(members.id, id))
        .returning();
      call.say('saved');
      return profileOf(call.db, changed ?? call.caller.member);
    }),

    onMemberCall(saveSettings, async ({ locale, ...changes }, call) => {
      const settings = await call.db.transaction(async (db) => {
        const { id } = call.caller.member;
        // Row lock: two tabs may save different settings at the same time.
        const [member] = await db.select().from(members).where(eq(members.id, id)).for('update');
        const merged = mergeSettings(settingsOf(member ?? call.caller.member), changes);
        const set = { settings: merged, updatedAt: call.now, ...(locale !== undefined && { locale }) };
        await db.update(members).set(set).where(eq(members.id, id));
        return merged;
      });
      call.say('saved');
      return settings;
    }),

    onMemberCall(changePassword, async ({ old, password }, call) => {
      const { id, passwordHash } = call.caller.member;
      const proven = await limits.confirm(call.caller.sessionId, call.now, async () =>
        (await passwords.verify(old, passwordHash)) ? true : undefined,
      );
      if (proven === undefined) throw new ApiFailure(FailureReason.WrongPassword);
      const changed = await passwords.hash(password);
      await call.db.transaction(async (db) => {
        const keptSession = call.caller.sessionId;
        await writePassword(db, ports, { memberId: id, passwordHash: changed, now: call.now, keptSession });
        await audit(db, call, { action: 'password-changed', target: `member:${id}` });
      });
      call.after(ports.wakeJobs);
      call.say('passwordChanged');
      return {};
    }),

    onMemberCall(sendProofCode, async (_request, call) => {
      const { to, next } = await proofs.send(call);
      call.after(ports.wakeOutbox);
      call.say('codeSent');
      return { channel: to.channel, masked: mask(to), wait: CODE_RESEND_SECONDS, next_send_at: isoOf(next) };
    }),

    onMemberCall(bindAccount, async ({ code, password, proof_code, ...given }, call) => {
      const { id } = call.caller.member;
      const account = normalise(given);
      await proofs.check(call, { password, proof_code });
      await codes.use(pool, { to: account, scene: CodeScene.Bind, by: { memberId: id }, code, now: call.now });
      const row = { ...account, verifiedAt: call.now };
      try {
        await call.db.transaction(async (db) => {
          // First, so that the previous address is notified too.
          await notify(db, { to: id, kind: 'account-bound', params: { name: mask(account) }, now: call.now });
          const replaced = (await accountsOf(db, id)).filter(({ channel }) => channel === account.channel);
          await endCodes(db, replaced);
          await db
            .insert(memberAccounts)
            .values({ memberId: id, ...row })
            .onConflictDoUpdate({ target: [memberAccounts.memberId, memberAccounts.channel], set: row });
          await audit(db, call, {
            action: 'account-bound',
            target: `member:${id}`,
            details: { channel: account.channel },
          });
        });
      } catch (error) {
        if (isDuplicate(error)) throw new ApiFailure(FailureReason.AccountTaken);
        throw error;
      }
      call.say('bound');
      return {};
    }),

    ...closingActions(ports),

    onMemberCall(listSessions, async (_request, { caller, now }) => {
      const list = await sessions.list(caller.member.id, now);
      return list.map(({ id, userAgent, ip, lastAt }) => ({
        id: String(id),
        ua: userAgent,
        ip,
        last_at: isoOf(lastAt),
        current: id === caller.sessionId,
      }));
    }),

    onMemberCall(revokeSession, async ({ id }, call) => {
      await call.db.transaction(async (db) => {
        const isEnded = await sessions.end(db, call.caller.member.id, Number(id), call.now);
        if (!isEnded) throw new ApiFailure(FailureReason.NotFound);
        await audit(db, call, { action: 'session-ended', target: `session:${id}` });
      });
      call.say('sessionEnded');
      return {};
    }),

    ...publicMemberActions(storage, ports.throttle),
  ];
}
