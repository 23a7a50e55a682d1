import {
  bindAccount,
  changePassword,
  changeType,
  emailLogin,
  enrollFree,
  FailureReason,
  getBatchInfo,
  getMemberInfo,
  getMentor,
  getProfile,
  getPublicInfo,
  listFollows,
  listMentors,
  listSessions,
  mobileLogin,
  ResultCode,
  revokeSession,
  saveSettings,
  search,
  sendCode,
  suggest,
  toggleFollow,
  updateProfile,
} from '@lectern/marketplace-contract';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog, chatAccounts, members, notifications } from '../db/schema/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { PASSWORD, World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const set = (id: string, values: Partial<typeof members.$inferInsert>) =>
  world.db
    .update(members)
    .set(values)
    .where(eq(members.id, Number(id)));
const MENTOR = { providerCheckStatus: 2 };

describe('member info', () => {
  test('has what the specification names', async () => {
    const { token, member } = await world.member();
    const { data, msg } = await world.call(getMemberInfo, {}, { token });
    expect(msg).toBe('成功');
    expect(data).toEqual({
      pid: 0,
      provider_check_status: 0,
      hx_username: expect.stringMatching(/^m[0-9a-f]{16}$/),
      hx_password: expect.stringMatching(/^[\w-]{24}$/),
      hx_uid: member.hx_username,
      headimg: '',
      name: '王小明',
      identity: 1,
      current_type: 1,
      is_provider: 0,
      is_homework: 0,
      invite_new_num: 0,
      new_num: 0,
      id: member.id,
      locale: 'zh',
      timezone: 'Asia/Taipei',
      currency: 'TWD',
      is_staff: 0,
    });
  });

  test('counts what is new, invitations apart', async () => {
    const { token, member } = await world.member();
    const memberId = Number(member.id);
    const row = { memberId, createdAt: 1 };
    await world.db.insert(notifications).values([
      { ...row, type: 'system' },
      { ...row, type: 'order' },
      { ...row, type: 'order', readAt: 2 },
      { ...row, type: 'invite' },
    ]);
    expect((await world.call(getMemberInfo, {}, { token })).data).toMatchObject({ new_num: 2, invite_new_num: 1 });
  });

  test('does not leave the chat password in the database for everybody to read', async () => {
    const { member } = await world.member();
    const [row] = await world.db
      .select()
      .from(chatAccounts)
      .where(eq(chatAccounts.memberId, Number(member.id)));
    expect(row?.passwordSealed).not.toContain(member.hx_password);
  });
});

describe('changing sides', () => {
  test('is for approved mentors, both ways, with a message for each', async () => {
    const { token, member } = await world.member();
    await set(member.id, MENTOR);
    const english = { token, headers: { 'accept-language': 'en' } };
    expect((await world.call(changeType, { type: 2 }, english)).msg).toBe('You are on the mentor’s side now.');
    expect((await world.call(getMemberInfo, {}, { token })).data.current_type).toBe(2);
    expect((await world.call(changeType, { type: 1 }, { token })).msg).toBe('已切換到學員介面');
    expect((await world.call(getMemberInfo, {}, { token })).data.current_type).toBe(1);
  });

  test.each([0, 1, 3])('is refused with check status %d', async (providerCheckStatus) => {
    const { token, member } = await world.member();
    await set(member.id, { providerCheckStatus });
    const answer = await world.call(changeType, { type: 2 }, { token });
    expect(answer).toMatchObject({ code: ResultCode.Conflict, data: { reason: FailureReason.NotMentor } });
  });

  test('is not for enterprises, and to no other type', async () => {
    const { token, member } = await world.member();
    await set(member.id, { identity: 2 });
    expect((await world.call(changeType, { type: 1 }, { token })).code).toBe(ResultCode.Forbidden);
    expect((await world.call(changeType, { type: 3 }, { token })).code).toBe(ResultCode.Invalid);
  });

  test('cannot happen in the database to who is no mentor', async () => {
    const { member } = await world.member();
    await expect(set(member.id, { currentType: 2 })).rejects.toThrow();
    await expect(set(member.id, { isProvider: true })).rejects.toThrow();
  });
});

describe('profile', () => {
  test('changes what is given and leaves the rest', async () => {
    const { token, email } = await world.member('ann@example.org');
    const changed = {
      name: 'Ann',
      intro: '數學',
      birthday: '2000-02-29',
      gender: 2,
      interests: ['math'],
      locale: 'en',
    };
    expect((await world.call(updateProfile, changed, { token })).data).toMatchObject(changed);
    await world.call(updateProfile, { birthday: '' }, { token });
    expect((await world.call(getProfile, {}, { token })).data).toMatchObject({
      ...changed,
      birthday: '',
      email_masked: 'a•••@example.org',
      mobile_masked: '',
      settings: { theme: 'system', player: { rate: 1 } },
    });
    expect(email).toBe('ann@example.org');
  });

  test.each([
    [{ name: ' ' }, { name: 'required' }],
    [{ name: 'x'.repeat(33) }, { name: 'too-long' }],
    [{ intro: '學'.repeat(301) }, { intro: 'too-long' }],
    [{ birthday: '2001-02-29' }, { birthday: 'malformed' }],
    [{ timezone: 'Mars/Olympus' }, { timezone: 'malformed' }],
    [{ interests: [''] }, { 'interests.0': 'required' }],
    [{ name: 'a\0b' }, { name: 'hidden-characters' }],
    [{ name: 'a\u202eb' }, { name: 'hidden-characters' }],
    [{ headimg: 'image/20260101/1700000000000x.png' }, { headimg: 'unknown' }],
  ])('refuses %j and changes nothing', async (change, errors) => {
    const { token } = await world.member();
    const answer = await world.call(updateProfile, { area: 'Taipei', ...change }, { token });
    expect(answer).toMatchObject({ code: ResultCode.Invalid, data: { errors } });
    expect((await world.call(getProfile, {}, { token })).data).toMatchObject({ area: '', name: '王小明' });
  });
});

describe('settings', () => {
  test('of two tabs at the same time are both kept', async () => {
    const { token } = await world.member();
    await Promise.all([
      world.call(saveSettings, { player: { rate: 1.5 } }, { token }),
      world.call(saveSettings, { notify: { order: { email: false } } }, { token }),
      world.call(saveSettings, { theme: 'dark', locale: 'en' }, { token }),
    ]);
    const { data } = await world.call(getProfile, {}, { token });
    expect(data).toMatchObject({
      locale: 'en',
      settings: {
        theme: 'dark',
        player: { rate: 1.5, caption: 'off', autoplay: true },
        notify: { order: { inapp: true, email: false }, system: { inapp: true, email: true } },
      },
    });
  });

  test('that there are not are refused', async () => {
    const { token } = await world.member();
    expect((await world.call(saveSettings, { player: { rate: 3 } }, { token })).code).toBe(ResultCode.Invalid);
    expect((await world.call(saveSettings, { notify: { gossip: {} } }, { token })).code).toBe(ResultCode.Invalid);
  });
});

describe('password', () => {
  const NEW = 'wxyz789#';

  test('changes for who knows the old one; that it did is written down, it itself is not', async () => {
    const { token, email, member } = await world.member();
    const change = { old: PASSWORD, password: NEW, password2: NEW };
    expect((await world.call(changePassword, { ...change, old: NEW }, { token })).data.reason).toBe('wrong-password');
    expect((await world.call(changePassword, change, { token })).code).toBe(1);
    expect((await world.call(emailLogin, { email, password: NEW })).code).toBe(1);
    const entries = await world.db.select().from(auditLog).orderBy(desc(auditLog.id));
    const entry = entries.find(({ action, actorId }) => action === 'password-changed' && actorId === Number(member.id));
    expect(entry).toMatchObject({ target: `member:${member.id}`, ip: '192.0.2.1' });
    expect(JSON.stringify(entries)).not.toContain(NEW);
  });

  test('is not to be guessed by who found an open page', async () => {
    const { token } = await world.member();
    const change = { old: 'wrong', password: NEW, password2: NEW };
    for (let count = 0; count < 10; count += 1) await world.call(changePassword, change, { token });
    const answer = await world.call(changePassword, { ...change, old: PASSWORD }, { token });
    expect(answer.code).toBe(ResultCode.TooMany);
  });
});

describe('binding an account', () => {
  const mobile = { channel: 'mobile', area: '886', account: '0911000111' } as const;
  const codeOf = async (number: string) => /\d{6}/.exec((await world.inbox(number))[0]?.text ?? '')?.[0] ?? '';

  test('lets its owner log in with it, and shows it masked', async () => {
    const { token } = await world.member();
    await world.call(sendCode, { ...mobile, scene: 'bind' }, { token });
    expect(
      (await world.call(bindAccount, { ...mobile, code: '000000', password: PASSWORD }, { token })).data.reason,
    ).toBe('wrong-code');
    const code = await codeOf('+886911000111');
    expect((await world.call(bindAccount, { ...mobile, code, password: PASSWORD }, { token })).code).toBe(1);
    expect((await world.call(getProfile, {}, { token })).data.mobile_masked).toBe('+88••••0111');
    // The number is the same with and without the leading zero.
    const login = { area: '886', mobile: '911000111', password: PASSWORD } as const;
    expect((await world.call(mobileLogin, login)).code).toBe(1);
  });

  test('is told to the address that another one takes the place of', async () => {
    const { token, email } = await world.member();
    const to = { channel: 'email', account: 'thief@example.org' } as const;
    const code = await world.codeFor({ ...to, scene: 'bind' }, { token });
    expect((await world.call(bindAccount, { ...to, code, password: PASSWORD }, { token })).code).toBe(1);
    const [mail] = await world.inbox(email);
    expect(mail?.text).toContain('t•••@example.org');
    expect(mail?.text).not.toContain('thief@');
  });

  test('does not take somebody else’s', async () => {
    const [owner, thief] = [await world.member(), await world.member()];
    const to = { channel: 'email', account: owner.email } as const;
    await world.call(sendCode, { ...to, scene: 'bind' }, { token: thief.token });
    const [mail] = await world.inbox(owner.email);
    expect(mail?.text).not.toMatch(/\d{6}/);
    expect(
      (await world.call(bindAccount, { ...to, code: '123456', password: PASSWORD }, { token: thief.token })).code,
    ).toBe(0);
  });

  test('of one account by two members at once succeeds for one', async () => {
    const [a, b] = [await world.member(), await world.member()];
    const to = { channel: 'email', account: 'wanted@example.org' } as const;
    const code = await world.codeFor({ ...to, scene: 'bind' }, { token: a.token });
    const answers = await Promise.all(
      [a, b].map(({ token }) => world.call(bindAccount, { ...to, code, password: PASSWORD }, { token })),
    );
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
  });
});

describe('sessions', () => {
  test('are listed and ended by their owner, and by nobody else', async () => {
    const owner = await world.member();
    const other = await world.member();
    world.clock.advance(1_000);
    const laptop = await world.call(
      emailLogin,
      { email: owner.email, password: PASSWORD },
      { headers: { 'user-agent': 'Laptop' }, ip: '203.0.113.5' },
    );
    const list = (await world.call(listSessions, {}, { token: owner.token })).data;
    expect(list).toMatchObject([
      { ua: 'Laptop', ip: '203.0.113.5', current: false, last_at: new Date(world.clock.now()).toISOString() },
      { current: true },
    ]);
    const id = list[0]?.id ?? '';
    const stolen = await world.call(revokeSession, { id }, { token: other.token });
    expect(stolen).toMatchObject({ code: ResultCode.NotFound, data: { reason: 'not-found' } });
    expect((await world.call(revokeSession, { id }, { token: owner.token })).code).toBe(1);
    expect((await world.call(getMemberInfo, {}, { token: laptop.data.token })).code).toBe(ResultCode.LoginRequired);
    expect((await world.call(revokeSession, { id }, { token: owner.token })).code).toBe(ResultCode.NotFound);
    expect((await world.call(getMemberInfo, {}, { token: owner.token })).code).toBe(1);
  });
});

describe('what others see', () => {
  test('is name, picture, introduction and type, by id or, for members, by chat account', async () => {
    const [{ member }, other] = [await world.member(), await world.member()];
    const byId = await world.call(getPublicInfo, { id: member.id });
    expect(byId.data).toEqual({
      ...{ id: member.id, hx_uid: '', name: '王小明', headimg: '', sign: '1', intro: '', usertype: 1 },
    });
    const byChat = await world.call(getPublicInfo, { hx_uid: member.hx_uid }, other);
    expect(byChat.data).toEqual({ ...byId.data, hx_uid: member.hx_uid });
    expect((await world.call(getPublicInfo, { hx_uid: member.hx_uid })).code).toBe(ResultCode.NotFound);
  });

  test('has the chat account for those who may write: members to mentors, and mentors to their learners', async () => {
    const mentor = await mentorIn(world);
    const [learner, other] = [await world.member(), await world.member()];
    const { id: courseId } = await courseIn(world, { mentorId: mentor.id, priceCents: 0 });
    expect((await world.call(enrollFree, { id: String(courseId) }, learner)).code).toBe(1);
    const seen = async (of: { readonly member: { readonly id: string } }, by?: { readonly token: string }) =>
      (await world.call(getPublicInfo, { id: of.member.id }, by)).data.hx_uid;
    expect(await seen(mentor)).toBe('');
    expect((await world.call(getMentor, { id: mentor.member.id })).data.hx_uid).toBe('');
    expect(await seen(mentor, other)).toBe(mentor.member.hx_uid);
    expect((await world.call(getMentor, { id: mentor.member.id }, other)).data.hx_uid).toBe(mentor.member.hx_uid);
    expect(await seen(learner, mentor)).toBe(learner.member.hx_uid);
    expect(await seen(other, mentor)).toBe('');
    expect(await seen(learner, other)).toBe('');
    expect(await seen(other, other)).toBe(other.member.hx_uid);
    await world.call(toggleFollow, { type: 'member', id: learner.member.id, on: true }, other);
    await world.call(toggleFollow, { type: 'member', id: mentor.member.id, on: true }, other);
    const { data } = await world.call(listFollows, { dir: 'following' }, other);
    const uids = new Map(data.list.map(({ id, hx_uid }) => [id, hx_uid]));
    expect(uids).toEqual(
      new Map([
        [learner.member.id, ''],
        [mentor.member.id, mentor.member.hx_uid],
      ]),
    );
  });

  test('is nothing of the staff, whatever they teach', async () => {
    const officer = await mentorIn(world);
    const other = await world.member();
    await set(officer.member.id, { name: '隱藏的管理員', isStaff: true });
    const { id } = officer.member;
    expect((await world.call(getPublicInfo, { id }, other)).code).toBe(ResultCode.NotFound);
    expect((await world.call(getPublicInfo, { hx_uid: officer.member.hx_uid }, other)).code).toBe(ResultCode.NotFound);
    expect((await world.call(getMentor, { id }, other)).code).toBe(ResultCode.NotFound);
    expect((await world.call(listMentors, { keyword: '隱藏的管理員' }, other)).data.total).toBe(0);
    expect((await world.call(search, { query: '隱藏的管理員' }, other)).data.counts.mentor).toBe(0);
    expect((await world.call(suggest, { query: '隱藏的管理員' }, other)).data).toEqual([]);
    expect((await world.call(toggleFollow, { type: 'member', id, on: true }, other)).code).toBe(ResultCode.NotFound);
  });

  test('cannot be copied member by member', async () => {
    const { member } = await world.member();
    const reader = await world.member();
    for (let count = 0; count < 60; count += 1) {
      expect((await world.call(getPublicInfo, { id: member.id }, reader)).code).toBe(1);
    }
    expect((await world.call(getPublicInfo, { id: member.id }, reader)).code).toBe(ResultCode.TooMany);
    expect((await world.call(getPublicInfo, { id: member.id }, await world.member())).code).toBe(1);
  });

  test.each([{}, { id: '1', hx_uid: 'm1' }, { id: '0' }, { id: "1' OR 1=1" }])(
    'is not told for %j',
    async (request) => {
      expect((await world.call(getPublicInfo, request)).code).toBe(ResultCode.Invalid);
    },
  );

  test('of nobody is nothing, of a suspended member neither', async () => {
    const { member } = await world.member();
    await set(member.id, { isBanned: true });
    expect((await world.call(getPublicInfo, { id: member.id })).code).toBe(ResultCode.NotFound);
    expect((await world.call(getPublicInfo, { id: '999999' })).code).toBe(ResultCode.NotFound);
  });

  test('of many chat accounts comes at once; unknown ones are left out', async () => {
    const [a, b] = [await world.member(), await world.member()];
    const uids = [a.member.hx_uid, 'nobody', b.member.hx_uid];
    const { data } = await world.call(getBatchInfo, { uids }, { token: a.token });
    expect(data.map(({ uid }) => uid).sort()).toEqual([a.member.hx_uid, b.member.hx_uid].sort());
    expect(data[0]).toEqual({ uid: expect.any(String), name: '王小明', headimg: '', sign: '1' });
    const tooMany = { uids: Array.from({ length: 51 }, () => 'x') };
    expect((await world.call(getBatchInfo, tooMany, { token: a.token })).code).toBe(ResultCode.Invalid);
  });
});
