import {
  Channel,
  CODE_RESEND_SECONDS,
  FailureReason,
  getPayPassword,
  sendPayPasswordCode,
  setPayPassword,
} from '@lectern/marketplace-contract';
import { isoOf } from '@lectern/kit/clock';
import type { Pool } from '../db/database.js';
import type { MemberRow } from '../db/schema/index.js';
import { enqueueMessage, type Channels } from '../delivery/index.js';
import { audit } from '../http/audit.js';
import { onMemberCall, type BoundAction } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import { accountsOf, knownAccountsOf, mask, type Codes } from '../login/index.js';
import type { Throttle } from '../security/index.js';
import type { PayPasswords } from './pay-password.js';

const SCENE = 'withdraw';
const HOUR_MS = 3_600_000;

export interface PayPasswordActionPorts {
  /** The pool, so that attempts are counted even when the transaction of the call is rolled back. */
  readonly pool: Pool;
  readonly payPasswords: PayPasswords;
  readonly codes: Codes;
  readonly throttle: Throttle;
  readonly channels: Channels;
  /** Wakes the outbox after a message was enqueued. */
  readonly wakeOutbox: () => void;
}

/** Notifies the owner of the account, since somebody else may have changed the password. */
const changedText = {
  zh: {
    subject: '你的交易密碼已變更',
    text: '【講台】你的交易密碼剛剛已設定或變更。若不是你本人操作，請立即更改登入密碼並聯絡我們。',
  },
  en: {
    subject: 'Your payment password was changed',
    text: 'Lectern: your payment password was just set or changed. If that was not you, change your login password at once and contact us.',
  },
};

/** Actions of the payment password: `/api/Wallet/pay_password*`. */
export function payPasswordActions(ports: PayPasswordActionPorts): readonly BoundAction[] {
  const { pool, payPasswords, codes, throttle, channels, wakeOutbox } = ports;
  const accountOf = async (member: MemberRow, channel: Channel, now: number) => {
    const account = (await knownAccountsOf(pool, member, now)).find((known) => known.channel === channel);
    if (account === undefined) throw new ApiFailure(FailureReason.NotFound);
    return account;
  };

  return [
    onMemberCall(getPayPassword, async (_request, { caller, now }) => {
      const accounts = await knownAccountsOf(pool, caller.member, now);
      return {
        is_set: await payPasswords.isSet(caller.member.id),
        ways: accounts
          .filter(({ channel }) => channels[channel])
          .map((account) => ({ channel: account.channel, masked: mask(account) })),
      };
    }),

    onMemberCall(sendPayPasswordCode, async ({ channel }, call) => {
      const { caller, language, now } = call;
      const { id } = caller.member;
      if (!channels[channel]) throw new ApiFailure(FailureReason.ChannelUnavailable);
      const to = await accountOf(caller.member, channel, now);
      await throttle.take([{ key: `pay-password-send ${id}`, max: 20, windowMs: 24 * HOUR_MS }], now);
      const next = await codes.send(pool, { to, scene: SCENE, by: { memberId: id }, send: 'code', language, now });
      call.after(wakeOutbox);
      call.say('codeSent');
      return { wait: CODE_RESEND_SECONDS, next_send_at: isoOf(next) };
    }),

    onMemberCall(setPayPassword, async ({ channel, code, password6 }, call) => {
      const { caller, now } = call;
      const { id, locale } = caller.member;
      const to = await accountOf(caller.member, channel, now);
      await throttle.take([{ key: `pay-password-code ${id}`, max: 30, windowMs: HOUR_MS }], now);
      await codes.use(pool, { to, scene: SCENE, by: { memberId: id }, code, now });
      const email = (await accountsOf(pool, id)).find((known) => known.channel === Channel.Email);
      await call.db.transaction(async (db) => {
        await payPasswords.set(db, id, password6, now);
        await audit(db, call, { action: 'pay-password-set', target: `member:${id}`, details: { channel } });
        const text = changedText[locale === 'en' ? 'en' : 'zh'];
        if (email !== undefined)
          await enqueueMessage(db, { topic: 'mail', payload: { to: email.account, ...text } }, now);
      });
      call.after(wakeOutbox);
      call.say('payPasswordSet');
      return {};
    }),
  ];
}
