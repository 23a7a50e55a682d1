import { applyRefund, exportBuyers, listBuyers } from '@lectern/marketplace-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enroll } from '../courses/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { attempt, giveMoney, orderIn, payIn } from '../testing/money.js';
import { World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

test('buyers are listed with what they paid, found by their order, and shown as wanting it back', async () => {
  const { id: mentorId, token } = await mentorIn(world);
  const { id: courseId } = await courseIn(world, { mentorId });
  const ann = await world.member();
  await giveMoney(world, ann.member.id, 100_000);
  const no = await orderIn(world, ann.token, courseId);
  await payIn(world, ann.token, no);
  const memberId = Number((await world.member()).member.id);
  await world.db.transaction((tx) => enroll(tx, { memberId, courseId, source: 'free', now: world.clock.now() }));
  const listed = async (keyword: string) =>
    (await world.call(listBuyers, { keyword }, { token })).data.list.map(({ amount_cents, refund }) => ({
      ...{ amount_cents, refund },
    }));
  expect(await listed(no)).toEqual([{ amount_cents: 100_000, refund: 'none' }]);
  expect(await listed('')).toContainEqual({ amount_cents: 0, refund: 'none' });
  await world.call(applyRefund, { order_no: no, reason: '買錯了', client_token: attempt() }, { token: ann.token });
  expect(await listed(no)).toEqual([{ amount_cents: 100_000, refund: 'asked' }]);
  const { csv } = (await world.call(exportBuyers, { keyword: no }, { token })).data;
  expect(csv).toContain(`${no},1000.00,申請中,`);
  const other = await mentorIn(world);
  expect((await world.call(listBuyers, { keyword: no }, { token: other.token })).data.total).toBe(0);
});
