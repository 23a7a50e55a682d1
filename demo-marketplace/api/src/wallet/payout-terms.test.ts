import {
  exportWallet,
  listWallet,
  listWithdrawals,
  previewWithdrawal,
  ResultCode,
  savePayoutAccount,
  withdraw,
  WITHDRAWAL_FEE_CENTS,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { members } from '../db/schema/index.js';
import { balanceOf, FEES } from '../ledger/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { attempt, checkBooks, giveMoney, givePayPassword, orderIn, PAY_PASSWORD, payIn } from '../testing/money.js';
import { World } from '../testing/world.js';
import { settleWithdrawal } from './index.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
});

const THOUSAND = 100_000;
const english = { 'accept-language': 'en' };

test('a withdrawal costs what was said before, whoever asks; one that fails costs nothing', async () => {
  const { token, member } = await world.member();
  await giveMoney(world, member.id, 3 * THOUSAND);
  await givePayPassword(world, member.id);
  const preview = (amount_cents: number, scope: 'user' | 'mentor' = 'user') =>
    world.call(previewWithdrawal, { scope, amount_cents }, { token });
  // The fake clock starts on a Friday.
  expect((await preview(THOUSAND)).data).toEqual({
    fee_cents: WITHDRAWAL_FEE_CENTS,
    arrive_cents: THOUSAND - WITHDRAWAL_FEE_CENTS,
    eta: '2027-01-20',
  });
  expect((await preview(THOUSAND - 1)).data.reason).toBe('withdrawal-too-small');
  expect((await preview(4 * THOUSAND)).data.reason).toBe('balance-short');
  expect((await preview(THOUSAND, 'mentor')).code).toBe(ResultCode.Forbidden);

  const bank = { bank: '台灣銀行', holder: '王小明', no: '0041234567' };
  const account_id = (await world.call(savePayoutAccount, bank, { token })).data.id;
  const take = async () =>
    Number(
      (
        await world.call(
          withdraw,
          {
            ...{ scope: 'user', amount_cents: THOUSAND, account_id },
            ...{ pay_password: PAY_PASSWORD, client_token: attempt() },
          },
          { token },
        )
      ).data.id,
    );
  const fees = () => balanceOf(world.db, FEES);
  const before = await fees();
  const [first, second] = [await take(), await take()];
  await world.db.transaction((tx) =>
    settleWithdrawal(tx, { id: first, pass: false, reason: '戶名不符', now: world.clock.now() }),
  );
  expect(await fees()).toBe(before);
  await world.db.transaction((tx) =>
    settleWithdrawal(tx, { id: second, pass: true, reason: '', now: world.clock.now() }),
  );
  expect(await fees()).toBe(before + WITHDRAWAL_FEE_CENTS);
  const { list } = (await world.call(listWithdrawals, { scope: 'user', status: 'success' }, { token })).data;
  expect(list).toMatchObject([
    { fee_cents: WITHDRAWAL_FEE_CENTS, arrive_cents: THOUSAND - WITHDRAWAL_FEE_CENTS, holder: '王小明' },
  ]);
  const [line] = (await world.call(listWallet, { scope: 'user' }, { token })).data.list;
  expect(line).toMatchObject({ biz: 'withdraw', amount_cents: -THOUSAND });
});

test('a statement is given out as a table, as it is filtered, in the reader’s language and at their time', async () => {
  const mentor = await mentorIn(world);
  const buyer = await world.member();
  await world.db
    .update(members)
    .set({ name: '=1+2' })
    .where(eq(members.id, Number(buyer.member.id)));
  await giveMoney(world, buyer.member.id, 2 * THOUSAND);
  const course = await courseIn(world, { mentorId: mentor.id, titleZh: '代數, 進階', titleEn: 'Algebra' });
  const no = await orderIn(world, buyer.token, course.id);
  await payIn(world, buyer.token, no);

  const ask = async (request: object, token: string, headers = {}) =>
    (await world.call(exportWallet, { scope: 'mentor', ...request }, { token, headers })).data;
  const { csv, filename } = await ask({}, mentor.token);
  expect(filename).toBe('statement-mentor-2027-01-15.csv');
  expect(csv).toBe(
    '\uFEFF時間,類型,項目,訂單編號,金額,結餘,狀態,購買者,售價,平台服務費\r\n' +
      `2027-01-15 16:00:00,課程,"代數, 進階",${no},900.00,900.00,待入帳,'=1+2,1000.00,100.00\r\n`,
  );
  expect((await ask({}, mentor.token, english)).csv.split('\r\n')[1]).toBe(
    `2027-01-15 16:00:00,Course,Algebra,${no},900.00,900.00,On hold,'=1+2,1000.00,100.00`,
  );
  expect((await ask({ biz: 'withdraw' }, mentor.token)).csv.split('\r\n')).toHaveLength(2);
  expect((await ask({ from: '2027-01-16' }, mentor.token)).csv.split('\r\n')).toHaveLength(2);
  // Negative amounts remain numbers.
  const paid = (await ask({ scope: 'user', biz: 'course' }, buyer.token, english)).csv.split('\r\n')[1];
  expect(paid).toBe(`2027-01-15 16:00:00,Course,Algebra,${no},-1000.00,1000.00,Done`);
  expect((await world.call(exportWallet, { scope: 'mentor' }, { token: buyer.token })).code).toBe(ResultCode.Forbidden);
});
