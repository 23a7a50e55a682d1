import {
  Channel,
  CodeScene,
  emailLogin,
  FailureReason,
  logOut,
  mobileLogin,
  refreshSession,
  registerAccount,
  resetPassword,
  sendCode,
  CODE_RESEND_SECONDS,
  type ResponseOf,
} from '@lectern/marketplace-contract';
import { and, eq } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import { isDuplicate } from '@lectern/kit/postgres';
import type { Database, Pool } from '../db/database.js';
import { memberAccounts, members, type MemberRow } from '../db/schema/index.js';
import type { Channels } from '../delivery/index.js';
import { audit } from '../http/audit.js';
import { limited, onCall, onMemberCall, type BoundAction, type Call } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import type { MemberInfos } from '../member/info.js';
import type { ChatAccounts } from '../rtc/chat-accounts.js';
import type { Passwords } from '@lectern/kit/passwords';
import { networkOf } from '@lectern/kit/addresses';
import type { Throttle } from '../security/index.js';
import { findMember, knownAccountsOf, normalise, type Account } from './accounts.js';
import type { CodeRequest, Codes } from './codes.js';
import { writePassword } from './password-change.js';
import { LoginRateLimits, type Origin } from './rate-limits.js';
import { memberTypeOf, type Sessions } from './sessions.js';

export interface LoginPorts {
  /** The pool, so that attempts are counted even when the transaction of the call is rolled back. */
  readonly pool: Pool;
  readonly codes: Codes;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly throttle: Throttle;
  readonly infos: MemberInfos;
  readonly chat: ChatAccounts;
  readonly channels: Channels;
  /** Wakes the outbox after a message was enqueued. */
  readonly wakeOutbox: () => void;
  /** Wakes the job queue after a job was enqueued. */
  readonly wakeJobs: () => void;
}

type Session = ResponseOf<typeof emailLogin>;

/** Codes per client network, such as a school that registers at once. Each account has limits of its own. */
const CODES_PER_MINUTE = 300;
const NOBODY = { id: 0, createdAt: 0 };

/** Default display name, which reveals nothing of the account. */
const defaultName = (language: Call['language'], id: string): string =>
  language === 'en' ? `Learner ${id}` : `學員 ${id}`;

/** Actions of registration, login and logout: `/api/Login/*`. */
export function loginActions(ports: LoginPorts): readonly BoundAction[] {
  const { pool, codes, passwords, sessions, infos, chat } = ports;
  const limits = new LoginRateLimits(ports.throttle);

  /**
   * Origin of an attempt. The lookup also runs for unknown accounts, so that timing does not reveal whether an account
   * exists.
   */
  const originOf = async ({ ip, now }: Call, member: { readonly id: number } = NOBODY): Promise<Origin> => {
    const network = networkOf(ip);
    return { network, isKnown: await sessions.isKnownAt(member.id, network), now };
  };

  async function logIn(member: MemberRow, call: Call): Promise<Session> {
    if (member.isBanned) throw new ApiFailure(FailureReason.AccountBanned);
    const { token, expiresAt } = await call.db.transaction(async (db) => {
      // The checked password must still be current: a concurrent change ends all sessions except this one.
      const isSame = and(eq(members.id, member.id), eq(members.passwordHash, member.passwordHash));
      const [held] = await db.select({ id: members.id }).from(members).where(isSame).for('share');
      if (held === undefined) throw new ApiFailure(FailureReason.WrongCredentials);
      await audit(db, call, { action: 'logged-in', target: `member:${member.id}`, actorId: member.id });
      return sessions.begin(db, member.id, call, call.now);
    });
    return {
      token,
      expires_at: isoOf(expiresAt),
      usertype: memberTypeOf(member),
      member: await infos.of(call.db, member),
    };
  }

  async function logInByPassword(account: Account, password: string, call: Call): Promise<Session> {
    const found = await findMember(pool, account);
    const member = await limits.logIn(account, await originOf(call, found), async () =>
      (await passwords.verify(password, found?.passwordHash)) ? found : undefined,
    );
    if (member === undefined) throw new ApiFailure(FailureReason.WrongCredentials);
    call.say('loggedIn');
    return logIn(member, call);
  }

  /** Consumes a code that a visitor has entered. */
  const consumeCode = (
    to: Account,
    scene: CodeScene,
    { code, challenge }: { readonly code: string; readonly challenge?: string | undefined },
    { ip, now }: Call,
  ): Promise<void> => codes.use(pool, { to, scene, by: { network: networkOf(ip), challenge }, code, now });

  async function logInByCode(account: Account, given: Parameters<typeof consumeCode>[2], call: Call): Promise<Session> {
    await consumeCode(account, CodeScene.Login, given, call);
    const member = await findMember(pool, account);
    if (member === undefined) throw new ApiFailure(FailureReason.WrongCode);
    call.say('loggedIn');
    return logIn(member, call);
  }

  const isKnown = async (
    db: Database,
    member: Pick<MemberRow, 'id' | 'createdAt'>,
    { channel }: Account,
    now: number,
  ): Promise<boolean> => (await knownAccountsOf(db, member, now)).some((account) => account.channel === channel);

  async function whatToSend(
    to: Account,
    member: MemberRow | undefined,
    scene: CodeScene,
    now: number,
  ): Promise<CodeRequest['send']> {
    if (scene === CodeScene.Register || scene === CodeScene.Bind) return member === undefined ? 'code' : 'taken';
    // Runs for unknown accounts too, so that timing does not reveal whether an account exists.
    const isGood = scene !== CodeScene.Reset || (await isKnown(pool, member ?? NOBODY, to, now));
    if (member === undefined) return 'nothing';
    return isGood ? 'code' : 'too-new';
  }

  return [
    limited(
      CODES_PER_MINUTE,
      onCall(sendCode, async ({ scene, challenge, ...given }, call) => {
        const { caller, ip, language, now } = call;
        if (scene === CodeScene.Bind && caller === undefined) throw new ApiFailure(FailureReason.LoginRequired);
        // Fails early when no service is configured for the channel.
        if (!ports.channels[given.channel]) throw new ApiFailure(FailureReason.ChannelUnavailable);
        const to = normalise(given);
        const member = await findMember(pool, to);
        const isToBind = scene === CodeScene.Bind && caller !== undefined;
        if (isToBind) await limits.sendToBind(to, caller.member.id, now);
        else await limits.send(to, await originOf(call, member));
        // The response does not depend on whether the account exists; only the message to its owner does.
        const send = await whatToSend(to, member, scene, now);
        const by = isToBind ? { memberId: caller.member.id } : { network: networkOf(ip), challenge };
        const next = await codes.send(pool, { to, scene, by, send, language, now });
        call.after(ports.wakeOutbox);
        call.say('codeSent');
        return { wait: CODE_RESEND_SECONDS, next_send_at: isoOf(next) };
      }),
    ),

    onCall(registerAccount, async ({ code, challenge, password, name, ...given }, call) => {
      const account = normalise(given);
      await consumeCode(account, CodeScene.Register, { code, challenge }, call);
      const passwordHash = await passwords.hash(password);
      const member = await register(call, { account, passwordHash, name });
      await chat.ensure(member);
      call.say('registered');
      return logIn(member, call);
    }),

    onCall(emailLogin, ({ email, password }, call) =>
      logInByPassword({ channel: Channel.Email, account: email }, password, call),
    ),

    onCall(mobileLogin, async ({ area, mobile, code, challenge, password }, call) => {
      const account = normalise({ channel: Channel.Mobile, area, account: mobile });
      if (code !== undefined) return logInByCode(account, { code, challenge }, call);
      return logInByPassword(account, password ?? '', call);
    }),

    onCall(resetPassword, async ({ code, challenge, password, ...given }, call) => {
      const account = normalise(given);
      await consumeCode(account, CodeScene.Reset, { code, challenge }, call);
      const passwordHash = await passwords.hash(password);
      await call.db.transaction(async (db) => {
        const member = await findMember(db, account);
        if (member === undefined || !(await isKnown(db, member, account, call.now)))
          throw new ApiFailure(FailureReason.WrongCode);
        await writePassword(db, ports, { memberId: member.id, passwordHash, now: call.now });
        await audit(db, call, { action: 'password-reset', target: `member:${member.id}`, actorId: member.id });
      });
      call.after(ports.wakeJobs);
      call.say('passwordChanged');
      return {};
    }),

    onMemberCall(logOut, async (_request, call) => {
      await sessions.end(call.db, call.caller.member.id, call.caller.sessionId, call.now);
      call.say('loggedOut');
      return {};
    }),

    onMemberCall(refreshSession, async (_request, call) => {
      const issued = await sessions.refresh(call.db, call.caller.sessionId, call.now);
      if (issued === undefined) throw new ApiFailure(FailureReason.LoginRequired);
      return { token: issued.token, expires_at: isoOf(issued.expiresAt) };
    }),
  ];
}

interface NewMember {
  readonly account: Account;
  readonly passwordHash: string;
  readonly name: string | undefined;
}

/** @throws {ApiFailure} when the account belongs to another member by now */
async function register(call: Call, { account, passwordHash, name }: NewMember): Promise<MemberRow> {
  const { db, now, language } = call;
  try {
    return await db.transaction(async (transaction) => {
      const facts = { passwordHash, locale: language === 'en' ? 'en' : 'zh', createdAt: now, updatedAt: now };
      const [made] = await transaction
        .insert(members)
        .values({ ...facts, name: name ?? '' })
        .returning();
      if (made === undefined) throw new Error('the member was not written');
      await transaction.insert(memberAccounts).values({ memberId: made.id, ...account, verifiedAt: now });
      await audit(transaction, call, { action: 'registered', target: `member:${made.id}`, actorId: made.id });
      if (name !== undefined) return made;
      const chosen = { name: defaultName(language, String(made.id)) };
      await transaction.update(members).set(chosen).where(eq(members.id, made.id));
      return { ...made, ...chosen };
    });
  } catch (error) {
    if (isDuplicate(error)) throw new ApiFailure(FailureReason.AccountTaken);
    throw error;
  }
}
