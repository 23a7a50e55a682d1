import { readNotices, saveSettings, updateProfile } from '@lectern/marketplace-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InboxEntry } from '../delivery/index.js';
import { World } from '../testing/world.js';
import { COURSE_NOTICES } from '../courses/notice-kinds.js';
import { LOGIN_NOTICES } from '../login/notice-kinds.js';
import { MENTOR_NOTICES } from '../mentor/notice-kinds.js';
import { notifier } from './index.js';

const notify = notifier({ ...COURSE_NOTICES, ...LOGIN_NOTICES, ...MENTOR_NOTICES });

const HOUR = 3_600_000;
const PUBLIC_URL = 'https://market.test';

let world: World;
beforeAll(async () => {
  world = await World.start({ publicUrl: PUBLIC_URL });
});
afterAll(() => world.close());

type Reader = Awaited<ReturnType<World['member']>>;

/** Advances the clock to the given hour of the day in Taipei. */
async function until(hour: number): Promise<void> {
  const there = (new Date(world.clock.now()).getUTCHours() + 8) % 24;
  // Ends exactly on a full hour, the boundary between two runs.
  const rest = world.clock.now() % HOUR;
  world.clock.advance(((hour - there + 23) % 24) * HOUR + HOUR - rest);
  await world.parts.idle();
}

const notifyFollower = ({ member }: Reader, what = '線性代數') =>
  world.db.transaction((tx) =>
    notify(tx, {
      ...{ to: Number(member.id), kind: 'mentor-course', now: world.clock.now() },
      params: { name: '陳老師', what, id: 7 },
    }),
  );
const digestsTo = async ({ email }: Reader): Promise<readonly InboxEntry[]> =>
  (await world.inbox(email)).filter(({ subject }) => subject.startsWith('每日摘要'));
const linkOf = (text: string): string => /https:\/\/market\.test(\/mail\/stop\/\S+)/.exec(text)?.[1] ?? '';

test('what was not mailed comes in one mail at eight in the morning, once', async () => {
  const reader = await world.member();
  await until(9);
  await notifyFollower(reader);
  await notifyFollower(reader, '微積分');
  await until(7);
  expect(await digestsTo(reader)).toEqual([]);
  await until(8);
  const [mail] = await digestsTo(reader);
  expect(mail?.subject).toBe('每日摘要：2 則新通知');
  expect(mail?.text).toContain('• 你追蹤的導師有新課程\n  陳老師 推出了新課程「微積分」。');
  expect(mail?.text.indexOf('微積分')).toBeLessThan(mail?.text.indexOf('線性代數') ?? -1);
  expect(mail?.text).toContain(`${PUBLIC_URL}/xitong`);
  await until(8);
  expect(await digestsTo(reader)).toHaveLength(1);
  await notifyFollower(reader, '統計');
  await until(8);
  expect((await digestsTo(reader)).map(({ subject }) => subject)).toEqual([
    '每日摘要：1 則新通知',
    '每日摘要：2 則新通知',
  ]);
});

test('no news, no mail: neither of what was read, nor of what had a mail of its own, nor to who wants none', async () => {
  const [read, mailed, none] = [await world.member(), await world.member(), await world.member()];
  await until(9);
  await notifyFollower(read);
  await world.call(readNotices, { all: true }, { token: read.token });
  const params = { name: '小美', what: '統計', reason: '好', id: 7 };
  await world.db.transaction((tx) =>
    notify(tx, { to: Number(mailed.member.id), kind: 'review-added', params, now: world.clock.now() }),
  );
  await world.call(saveSettings, { digest: false }, { token: none.token });
  await notifyFollower(none);
  await until(8);
  for (const one of [read, mailed, none]) expect(await digestsTo(one)).toEqual([]);
});

test('morning is where a member lives', async () => {
  const reader = await world.member();
  await world.call(updateProfile, { timezone: 'Asia/Kolkata' }, { token: reader.token });
  await until(9);
  await notifyFollower(reader);
  await until(10);
  expect(await digestsTo(reader)).toEqual([]);
  // Half past eight in Kolkata.
  await until(11);
  expect(await digestsTo(reader)).toHaveLength(1);
});

test('a site that slept through the morning sends it when it is awake', async () => {
  const reader = await world.member();
  await until(23);
  await notifyFollower(reader);
  world.clock.advance(14 * HOUR);
  await world.parts.idle();
  expect(await digestsTo(reader)).toHaveLength(1);
});

test('ends by the link in it, without logging in; looking at that changes nothing', async () => {
  const reader = await world.member();
  await until(9);
  await notifyFollower(reader);
  await until(8);
  const [mail] = await digestsTo(reader);
  const path = linkOf(mail?.text ?? '');
  const page = await world.app.inject({ url: path });
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('停止寄送')]);
  const settings = async () => (await world.call(saveSettings, {}, { token: reader.token })).data;
  expect((await settings()).digest).toBe(true);
  const forged = path.replace(/\/(\d+)\//, (_all, id: string) => `/${Number(id) - 1}/`);
  expect((await world.app.inject({ method: 'POST', url: forged })).statusCode).toBe(404);
  expect((await world.app.inject({ url: `${path}x` })).statusCode).toBe(404);
  const pressed = await world.app.inject({
    ...{ method: 'POST', url: path, payload: 'List-Unsubscribe=One-Click' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([pressed.statusCode, pressed.body]).toEqual([200, expect.stringContaining('已停止寄送')]);
  expect(await settings()).toMatchObject({ digest: false, notify: { follow: { inapp: true, email: false } } });
  await notifyFollower(reader);
  await until(8);
  expect(await digestsTo(reader)).toHaveLength(1);
});

test('mails of one kind end by their own link, and what is about safety has none', async () => {
  const reader = await world.member();
  const params = { name: '小美', what: '統計', reason: '好', id: 7 };
  const review = { to: Number(reader.member.id), kind: 'review-added', params } as const;
  await world.db.transaction((tx) => notify(tx, { ...review, now: world.clock.now() }));
  const [mail] = await world.inbox(reader.email);
  expect((await world.app.inject({ method: 'POST', url: linkOf(mail?.text ?? '') })).statusCode).toBe(200);
  const count = (await world.inbox(reader.email)).length;
  await world.db.transaction((tx) => notify(tx, { ...review, now: world.clock.now() }));
  expect(await world.inbox(reader.email)).toHaveLength(count);
  const now = world.clock.now();
  await world.db.transaction((tx) =>
    notify(tx, { to: Number(reader.member.id), kind: 'password-changed', params: {}, now }),
  );
  const [safety] = await world.inbox(reader.email);
  expect(linkOf(safety?.text ?? '')).toBe('');
});
