import { applyRefund, exportBuyers, listBuyers } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enroll } from '../courses/index.js';
import { members } from '../db/schema/index.js';
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

describe('learners', () => {
  test('are listed with their progress, found, and given out as a table that no spreadsheet runs', async () => {
    const mentor = await mentorIn(world);
    const { token } = mentor;
    const course = await courseIn(world, { mentorId: mentor.id });
    const other = await courseIn(world, { mentorId: (await mentorIn(world)).id });
    const names = ['林小安', '=HYPERLINK("x")', '王大文'];
    for (const name of names) {
      const memberId = Number((await world.member()).member.id);
      await world.db.update(members).set({ name }).where(eq(members.id, memberId));
      await world.db.transaction((tx) =>
        enroll(tx, { memberId, courseId: course.id, source: 'free', now: world.clock.now() }),
      );
      await world.db.transaction((tx) =>
        enroll(tx, { memberId, courseId: other.id, source: 'free', now: world.clock.now() }),
      );
      world.clock.advance(1);
    }
    const { data } = await world.call(listBuyers, {}, { token });
    expect(data.total).toBe(3);
    expect(data.list.map(({ member }) => member.name)).toEqual([...names].reverse());
    expect(data.courses).toEqual([{ id: String(course.id), title: '高中數學' }]);
    const found = await world.call(listBuyers, { keyword: '小安', state: 'learning' }, { token });
    expect(found.data.list.map(({ member }) => member.name)).toEqual(['林小安']);
    expect((await world.call(listBuyers, { state: 'finished' }, { token })).data.total).toBe(0);
    const before = await world.call(listBuyers, { to: '2020-01-01' }, { token });
    expect(before.data.total).toBe(0);
    const today = await world.call(listBuyers, { from: '2027-01-15', to: '2027-01-15' }, { token });
    expect(today.data.total).toBe(3);
    const paged = await world.call(listBuyers, { page: 2, limit: 2 }, { token });
    expect(paged.data.list).toHaveLength(1);
    const { csv } = (await world.call(exportBuyers, {}, { token })).data;
    expect(csv.split('\r\n')).toHaveLength(5);
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
  });
});
