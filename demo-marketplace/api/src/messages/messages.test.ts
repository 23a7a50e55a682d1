import {
  deleteNotices,
  getMemberInfo,
  getNoticeSummary,
  listNotices,
  readNotices,
  REFUND_RULE,
  ResultCode,
  saveSettings,
} from '@lectern/marketplace-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { World } from '../testing/world.js';
import { foldNotices } from '../feature.js';
import { FEATURES } from '../features.js';
import { CERTIFICATE_NOTICES } from '../certificates/notice-kinds.js';
import { CAMPAIGN_NOTICES } from '../crowdfund/notice-kinds.js';
import { LOGIN_NOTICES } from '../login/notice-kinds.js';
import { MENTOR_NOTICES } from '../mentor/notice-kinds.js';
import { OFFICE_NOTICES } from '../office/notice-kinds.js';
import { COURSE_NOTICES } from '../courses/notice-kinds.js';
import { notifier } from './notify.js';

const notify = notifier({
  ...CERTIFICATE_NOTICES,
  ...LOGIN_NOTICES,
  ...MENTOR_NOTICES,
  ...OFFICE_NOTICES,
  ...COURSE_NOTICES,
  ...CAMPAIGN_NOTICES,
});

let world: World;
beforeAll(async () => {
  world = await World.start({ publicUrl: 'https://lectern.test' });
});
afterAll(() => world.close());

type Who = Awaited<ReturnType<World['member']>>;
const COURSE = { zh: '水彩入門', en: 'Watercolour' };

const sendNotice = (to: Who, kind: 'course-approved' | 'certificate-issued' | 'order-paid' = 'course-approved') =>
  world.db.transaction((tx) =>
    notify(tx, {
      to: Number(to.member.id),
      kind,
      params: { what: COURSE, amount: 128_000, id: 7 },
      now: world.clock.now(),
    }),
  );
const listOf = async ({ token }: Who, body = {}, language = 'zh-Hant') =>
  (await world.call(listNotices, body, { token, headers: { 'accept-language': language } })).data;

describe('a notice', () => {
  test('is read in the reader’s language, with where it leads', async () => {
    const reader = await world.member();
    await sendNotice(reader, 'order-paid');
    expect((await listOf(reader)).list).toEqual([
      {
        id: expect.any(String),
        type: 'order',
        kind: 'order-paid',
        title: '購買成功',
        text: `你已購買「水彩入門」，實付 NT$1,280。隨時可以開始學習。\n退款規則：${REFUND_RULE['zh-Hant']}`,
        link: '/video-info?id=7',
        at: new Date(world.clock.now()).toISOString(),
        is_read: false,
      },
    ]);
    expect((await listOf(reader, {}, 'en')).list[0]?.text).toBe(
      `“Watercolour” is yours for NT$1,280. Start learning whenever you like.\nRefunds: ${REFUND_RULE.en}`,
    );
  });

  test('takes what members wrote as it is', async () => {
    const reader = await world.member();
    const params = { what: '{reason} $&', reason: '$1 {what}', id: '7&x=1' };
    await world.db.transaction((tx) =>
      notify(tx, { to: Number(reader.member.id), kind: 'course-refused', params, now: 1 }),
    );
    expect((await listOf(reader)).list[0]).toMatchObject({
      text: expect.stringContaining('「{reason} $&」'),
      link: '/t_kecheng_add?id=7%26x%3D1',
    });
    expect((await listOf(reader)).list[0]?.text).toContain('原因：$1 {what}');
  });

  test('is not there when what it tells of came to nothing', async () => {
    const reader = await world.member();
    const undone = world.db.transaction(async (db) => {
      await notify(db, { to: Number(reader.member.id), kind: 'member-unbanned', params: {}, now: 1 });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect((await listOf(reader)).list).toEqual([]);
    expect((await world.inbox(reader.email)).map(({ subject }) => subject)).not.toContain('你的帳號已恢復');
  });

  test('goes to many at once, to each of them once, in their own language', async () => {
    const [chinese, english] = [await world.member(), await world.member()];
    await world.call(saveSettings, { locale: 'en' }, { token: english.token });
    const ids = [chinese, english, chinese].map(({ member }) => Number(member.id));
    await world.db.transaction((tx) =>
      notify(tx, {
        to: ids,
        kind: 'announcement',
        params: { what: COURSE, reason: '下週有新單元', id: 7 },
        now: world.clock.now(),
      }),
    );
    expect((await listOf(chinese)).list).toHaveLength(1);
    expect((await listOf(english)).list).toHaveLength(1);
    expect((await world.inbox(chinese.email))[0]?.subject).toBe('課程公告');
    expect((await world.inbox(english.email))[0]).toMatchObject({
      subject: 'News of your course',
      text: expect.stringContaining(
        [
          'The mentor of “Watercolour” writes:',
          '下週有新單元',
          '',
          'Have a look: https://lectern.test/video-info?id=7',
          'Choose which mail you get: https://lectern.test/xitong?tab=settings',
          'No more e-mails of this kind: https://lectern.test/mail/stop/',
        ].join('\n'),
      ),
    });
  });

  test('comes by the ways that its reader has chosen for its type', async () => {
    const reader = await world.member();
    const subjects = async () => (await world.inbox(reader.email)).map(({ subject }) => subject);
    await world.call(saveSettings, { notify: { order: { email: false }, system: { inapp: false } } }, reader);
    await sendNotice(reader, 'order-paid');
    await sendNotice(reader, 'course-approved');
    expect((await listOf(reader)).list.map(({ kind }) => kind)).toEqual(['order-paid']);
    expect(await subjects()).toContain('課程審核已通過');
    expect(await subjects()).not.toContain('購買成功');
  });

  test('about the safety of the account comes in any case', async () => {
    const reader = await world.member();
    await world.call(saveSettings, { notify: { system: { email: false, inapp: false } } }, reader);
    await world.db.transaction((tx) =>
      notify(tx, { to: Number(reader.member.id), kind: 'password-changed', params: {}, now: 1 }),
    );
    expect((await world.inbox(reader.email))[0]?.subject).toBe('登入密碼已變更');
    expect((await listOf(reader)).list).toHaveLength(1);
  });
});

describe('the list', () => {
  test('comes in pages, the newest first, and by type', async () => {
    const reader = await world.member();
    for (let count = 0; count < 3; count += 1)
      await sendNotice(reader, count === 1 ? 'order-paid' : 'certificate-issued');
    const first = await listOf(reader, { limit: 2 });
    expect(first.list.map(({ type }) => type)).toEqual(['system', 'order']);
    const second = await listOf(reader, { limit: 2, cursor: first.next_cursor });
    expect(second).toMatchObject({ list: [{ type: 'system' }], next_cursor: '' });
    expect(await listOf(reader, { type: 'order', limit: 1 })).toMatchObject({
      list: [{ type: 'order' }],
      next_cursor: '',
    });
    expect(await listOf(reader, { type: 'ask' })).toEqual({ list: [], next_cursor: '' });
    expect((await world.call(listNotices, { type: 'gossip' }, reader)).code).toBe(ResultCode.Invalid);
  });

  test('counts what is unread, until it is read', async () => {
    const reader = await world.member();
    for (const kind of ['order-paid', 'order-paid', 'certificate-issued', 'course-approved'] as const) {
      await sendNotice(reader, kind);
    }
    expect((await world.call(getNoticeSummary, {}, reader)).data).toMatchObject({
      new_num: 4,
      invite_new_num: 0,
      by_type: { system: 2, order: 2, interact: 0 },
    });
    const [newest] = (await listOf(reader)).list;
    const one = await world.call(readNotices, { ids: [newest?.id ?? ''] }, reader);
    expect(one.data).toMatchObject({ new_num: 3, by_type: { system: 1, order: 2 } });
    expect((await listOf(reader)).list.map(({ is_read }) => is_read)).toEqual([true, false, false, false]);
    const type = await world.call(readNotices, { type: 'order' }, reader);
    expect(type.data).toMatchObject({ new_num: 1, by_type: { system: 1, order: 0 } });
    expect((await world.call(getMemberInfo, {}, reader)).data.new_num).toBe(1);
    expect((await world.call(readNotices, { all: true }, reader)).data.new_num).toBe(0);
    expect((await world.call(getMemberInfo, {}, reader)).data.new_num).toBe(0);
  });

  test.each([{}, { ids: [] }, { all: true, type: 'order' }, { all: false }])(
    '%j does not say what to read',
    async (body) => {
      expect((await world.call(readNotices, body, await world.member())).code).toBe(ResultCode.Invalid);
    },
  );

  test('is its owner’s: others read and delete nothing of it', async () => {
    const [owner, other] = [await world.member(), await world.member()];
    await sendNotice(owner);
    const ids = (await listOf(owner)).list.map(({ id }) => id);
    expect((await listOf(other)).list).toEqual([]);
    await world.call(readNotices, { ids }, other);
    await world.call(readNotices, { all: true }, other);
    await world.call(deleteNotices, { ids }, other);
    expect((await listOf(owner)).list).toMatchObject([{ is_read: false }]);
    expect((await world.call(deleteNotices, { ids }, owner)).data.new_num).toBe(0);
    expect((await listOf(owner)).list).toEqual([]);
  });
});

test.each(Object.entries(foldNotices(FEATURES)))('%s says the same in both languages', (_name, { zh, en }) => {
  const holes = (words: readonly string[]) =>
    [...new Set(words.join(' ').match(/\{\w+\}/g) ?? [])].filter((hole) => hole !== '{id}').sort();
  expect(holes(en)).toEqual(holes(zh));
});
