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
import { eq } from 'drizzle-orm';
import { isoOf } from '../clock.js';
import { isDuplicate, type Database } from '../db/database.js';
import { memberAccounts, members, type MemberRow } from '../db/schema/index.js';
import type { Channels } from '../delivery/index.js';
import { audit } from '../http/audit.js';
import { onCall, onMemberCall, type BoundAction, type Call } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import type { MemberInfos } from '../member/info.js';
import { notify } from '../messages/index.js';
import type { ChatAccounts } from '../rtc/chat-accounts.js';
import type { Passwords, Throttle } from '../security/index.js';
import { findMember, knownAccountsOf, normalise, type Account } from './accounts.js';
import type { CodeRequest, Codes } from './codes.js';
import { Brakes } from './brakes.js';
import { memberTypeOf, type Sessions } from './sessions.js';

export interface LoginPorts {
  /** Not a transaction: what was tried counts whatever becomes of the call. */
  readonly pool: Database;
  readonly codes: Codes;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly throttle: Throttle;
  readonly infos: MemberInfos;
  readonly chat: ChatAccounts;
  readonly channels: Channels;
  /** Something was put into the outbox. */
  readonly wakeOutbox: () => void;
}

type Session = ResponseOf<typeof emailLogin>;

const NOBODY = { id: 0, createdAt: 0 };

/** A name for who gave none, without a trace of the account. */
const defaultName = (language: Call['language'], id: string): string =>
  language === 'en' ? `Learner ${id}` : `學員 ${id}`;

/** Registering, logging in and out: `/api/Login/*`. */
export function loginActions(ports: LoginPorts): readonly BoundAction[] {
  const { pool, codes, passwords, sessions, infos, chat } = ports;
  const brakes = new Brakes(ports.throttle);

  async function logIn(member: MemberRow, call: Call): Promise<Session> {
    if (member.isBanned) throw new ApiFailure(FailureReason.AccountBanned);
    const { token, expiresAt } = await call.db.transaction(async (db) => {
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
    const member = await brakes.attempt(account, call, async () => {
      const found = await findMember(pool, account);
      return (await passwords.verify(password, found?.passwordHash)) ? found : undefined;
    });
    if (member === undefined) throw new ApiFailure(FailureReason.WrongCredentials);
    call.say('loggedIn');
    return logIn(member, call);
  }

  async function logInByCode(account: Account, code: string, call: Call): Promise<Session> {
    await brakes.guess(account, call);
    await codes.use(pool, account, CodeScene.Login, code, call.now);
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

  async function whatToSend(to: Account, scene: CodeScene, now: number): Promise<CodeRequest['send']> {
    const member = await findMember(pool, to);
    if (scene === CodeScene.Register || scene === CodeScene.Bind) return member === undefined ? 'code' : 'taken';
    // Asked of nobody, too: how long it takes tells nothing.
    const isGood = scene !== CodeScene.Reset || (await isKnown(pool, member ?? NOBODY, to, now));
    if (member === undefined) return 'nothing';
    return isGood ? 'code' : 'too-new';
  }

  return [
    onCall(sendCode, async ({ scene, ...given }, call) => {
      if (scene === CodeScene.Bind && call.caller === undefined) throw new ApiFailure(FailureReason.LoginRequired);
      // Nobody waits for what cannot come.
      if (!ports.channels[given.channel]) throw new ApiFailure(FailureReason.ChannelUnavailable);
      const to = normalise(given);
      await brakes.send(to, call);
      // Who asks learns nothing; who owns the account does.
      const send = await whatToSend(to, scene, call.now);
      const next = await codes.send(pool, { to, scene, send, language: call.language, now: call.now });
      call.after(ports.wakeOutbox);
      call.say('codeSent');
      return { wait: CODE_RESEND_SECONDS, next_send_at: isoOf(next) };
    }),

    onCall(registerAccount, async ({ code, password, name, ...given }, call) => {
      const account = normalise(given);
      await brakes.guess(account, call);
      await codes.use(pool, account, CodeScene.Register, code, call.now);
      const passwordHash = await passwords.hash(password);
      const member = await register(call, { account, passwordHash, name });
      await chat.ensure(member);
      call.say('registered');
      return logIn(member, call);
    }),

    onCall(emailLogin, ({ email, password }, call) =>
      logInByPassword({ channel: Channel.Email, account: email }, password, call),
    ),

    onCall(mobileLogin, async ({ area, mobile, code, password }, call) => {
      const account = normalise({ channel: Channel.Mobile, area, account: mobile });
      if (code !== undefined) return logInByCode(account, code, call);
      return logInByPassword(account, password ?? '', call);
    }),

    onCall(resetPassword, async ({ code, password, ...given }, call) => {
      const account = normalise(given);
      await brakes.guess(account, call);
      await codes.use(pool, account, CodeScene.Reset, code, call.now);
      const passwordHash = await passwords.hash(password);
      await call.db.transaction(async (db) => {
        const member = await findMember(db, account);
        if (member === undefined || !(await isKnown(db, member, account, call.now)))
          throw new ApiFailure(FailureReason.WrongCode);
        await db.update(members).set({ passwordHash, updatedAt: call.now }).where(eq(members.id, member.id));
        await sessions.endAll(db, member.id, call.now);
        await audit(db, call, { action: 'password-reset', target: `member:${member.id}`, actorId: member.id });
        await notify(db, { to: member.id, kind: 'password-changed', params: {}, now: call.now });
      });
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

/** @throws {ApiFailure} when the account belongs to somebody by now */
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
