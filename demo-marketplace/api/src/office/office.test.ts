import {
  ACTIONS,
  addComplaint,
  addFeedback,
  banMember,
  emailLogin,
  FailureReason,
  getMemberInfo,
  handleReport,
  listAllFeedback,
  listAudit,
  listFeedback,
  listMembers,
  listReports,
  officeTodo,
  replyFeedback,
  ResultCode,
  saveSettings,
} from '@lectern/marketplace-contract';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog, courses, members } from '../db/schema/index.js';
import { PASSWORD, World } from '../testing/world.js';

let world: World;
let staff: Awaited<ReturnType<World['member']>>;
beforeAll(async () => {
  world = await World.start();
  staff = await world.member();
  await set(staff.member.id, { isStaff: true, name: '審核員' });
});
afterAll(() => world.close());

const set = (id: string, values: Partial<typeof members.$inferInsert>) =>
  world.db
    .update(members)
    .set(values)
    .where(eq(members.id, Number(id)));

/** Audit log entries of a target. */
const logOf = (target: string) =>
  world.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.target, target), eq(auditLog.actorId, Number(staff.member.id))))
    .then((rows) => rows.filter(({ action }) => !OF_MEMBERS.includes(action)));
const OF_MEMBERS = ['registered', 'logged-in'];

async function course(title: string, status: 'approved' | 'draft' = 'approved'): Promise<string> {
  const mentor = await world.member();
  const [row] = await world.db
    .insert(courses)
    .values({ mentorId: Number(mentor.member.id), titleZh: title, status, createdAt: 1, updatedAt: 1 })
    .returning({ id: courses.id });
  return String(row?.id);
}

const OFFICE = ACTIONS.filter(({ access }) => access === 'A').map((action) => [action.path, action] as const);

test.each(OFFICE)('%s is for the back office alone', async (_path, action) => {
  const { token, member } = await world.member();
  await set(member.id, { currentType: 2, providerCheckStatus: 2, isProvider: true, isHomework: true });
  for (const [who, code] of [
    [undefined, ResultCode.LoginRequired],
    [token, ResultCode.Forbidden],
  ] as const) {
    const body = { id: '1', pass: true, ban: true, reply: 'x', reason: 'x' };
    expect((await world.call(action, body, { token: who })).code).toBe(code);
  }
});

describe('members', () => {
  test('are found by a part of their name, their id, or their whole address; never by a part of that', async () => {
    const { member, email } = await world.member('needle.in@example.org');
    await set(member.id, { name: '100%針_尖' });
    const find = async (query: string) =>
      (await world.call(listMembers, { query }, { token: staff.token })).data.list.map(({ id }) => id);
    expect(await find('%針_')).toEqual([member.id]);
    expect(await find('%針x')).toEqual([]);
    expect(await find(member.id)).toContain(member.id);
    expect(await find(email.toUpperCase())).toEqual([member.id]);
    expect(await find('needle.in')).toEqual([]);
    const { list } = (await world.call(listMembers, { query: '針' }, { token: staff.token })).data;
    expect(list).toEqual([expect.objectContaining({ name: '100%針_尖', email: 'n•••@example.org', is_banned: 0 })]);
  });

  test('come in pages, and in kinds', async () => {
    const first = await world.call(listMembers, { limit: 1, page: 1 }, { token: staff.token });
    const second = await world.call(listMembers, { limit: 1, page: 2 }, { token: staff.token });
    expect(first.data.total).toBeGreaterThan(2);
    expect(first.data.list[0]?.id).not.toBe(second.data.list[0]?.id);
    const { list } = (await world.call(listMembers, { filter: 'staff' }, { token: staff.token })).data;
    expect(list.every(({ is_staff }) => is_staff === 1)).toBe(true);
    expect(list.map(({ id }) => id)).toContain(staff.member.id);
  });

  test('who are banned are out at once, cannot come back, and read why; until the ban is lifted', async () => {
    const { member, token, email } = await world.member();
    const ban = { id: member.id, ban: true, reason: '散布廣告 $& 連結' };
    const answer = await world.call(banMember, ban, { token: staff.token });
    expect(answer).toMatchObject({ code: ResultCode.Ok, msg: '已處理' });
    expect((await world.call(getMemberInfo, {}, { token })).code).toBe(ResultCode.LoginRequired);
    const login = { email, password: PASSWORD };
    expect((await world.call(emailLogin, login)).data.reason).toBe(FailureReason.AccountBanned);
    const [mail] = await world.inbox(email);
    expect(mail?.text).toContain('散布廣告 $& 連結');
    const listed = await world.call(listMembers, { query: email, filter: 'banned' }, { token: staff.token });
    expect(listed.data.list).toEqual([expect.objectContaining({ is_banned: 1, ban_reason: '散布廣告 $& 連結' })]);
    expect(await logOf(`member:${member.id}`)).toContainEqual(
      expect.objectContaining({
        actorId: Number(staff.member.id),
        action: 'member-banned',
        details: { member: `member:${member.id}`, reason: '散布廣告 $& 連結' },
      }),
    );

    const again = await world.call(banMember, ban, { token: staff.token });
    expect(again).toMatchObject({ code: ResultCode.Conflict, data: { reason: FailureReason.StateChanged } });
    await world.call(banMember, { id: member.id, ban: false }, { token: staff.token });
    expect((await world.call(emailLogin, login)).code).toBe(ResultCode.Ok);
    // The previous session remains ended.
    expect((await world.call(getMemberInfo, {}, { token })).code).toBe(ResultCode.LoginRequired);
  });

  test('that are banned are out of chat too, as soon as its server answers', async () => {
    const { member } = await world.member();
    await world.parts.idle();
    const [chatUser] = world.chatUsers.slice(-1);
    world.chatServerIsAway = true;
    await world.call(banMember, { id: member.id, ban: true, reason: 'x' }, { token: staff.token });
    await world.parts.idle();
    expect(world.chatEnded).not.toContain(chatUser?.username);
    world.chatServerIsAway = false;
    world.clock.advance(2_000);
    await world.parts.idle();
    expect(world.chatEnded).toContain(chatUser?.username);
  });

  test('that are banned while the chat server is away for hours are out of chat all the same', async () => {
    const { member } = await world.member();
    await world.parts.idle();
    const [chatUser] = world.chatUsers.slice(-1);
    world.chatServerIsAway = true;
    await world.call(banMember, { id: member.id, ban: true, reason: 'x' }, { token: staff.token });
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await world.parts.idle();
      world.clock.advance(3_600_000);
    }
    world.chatServerIsAway = false;
    await world.parts.idle();
    expect(world.chatEnded).toContain(chatUser?.username);
  });

  test('that were let in again have a chat, by another password than the one of before', async () => {
    const { member, email } = await world.member();
    const [chatUser] = world.chatUsers.slice(-1);
    world.chatServerIsAway = true;
    await world.call(banMember, { id: member.id, ban: true, reason: 'x' }, { token: staff.token });
    await world.parts.idle();
    await world.call(banMember, { id: member.id, ban: false }, { token: staff.token });
    world.chatServerIsAway = false;
    world.clock.advance(2_000);
    await world.parts.idle();
    const back = await world.call(emailLogin, { email, password: PASSWORD });
    const { hx_username: username, hx_password: password } = back.data.member;
    expect(username).toBe(chatUser?.username);
    expect(password).not.toBe(chatUser?.password);
    expect(world.chatLocked).toContainEqual({ username, password, reason: 'banned' });
  });

  test('are not banned without a reason, nor by themselves, nor when they are not there; and nothing is written', async () => {
    const { member } = await world.member();
    const refused = async (body: Record<string, unknown>) =>
      (await world.call(banMember, body, { token: staff.token })).data;
    expect(await refused({ id: member.id, ban: true, reason: ' ' })).toMatchObject({ errors: { reason: 'required' } });
    expect(await refused({ id: member.id, ban: true })).toMatchObject({ errors: { reason: 'required' } });
    expect(await refused({ id: staff.member.id, ban: true, reason: 'x' })).toMatchObject({ reason: 'own-case' });
    expect(await refused({ id: '999999999', ban: true, reason: 'x' })).toMatchObject({ reason: 'not-found' });
    expect((await world.call(getMemberInfo, {}, { token: staff.token })).code).toBe(ResultCode.Ok);
    for (const id of [member.id, staff.member.id]) expect(await logOf(`member:${id}`)).toEqual([]);
  });
});

describe('feedback', () => {
  test('is listed, answered once, and the answer is shown and mailed to whoever wrote', async () => {
    const { token, member, email } = await world.member();
    const { data } = await world.call(addFeedback, { type: 'problem', content: '播放器停住了' }, { token });
    const before = (await world.call(officeTodo, {}, { token: staff.token })).data.feedback;
    const open = await world.call(listAllFeedback, { state: 'open' }, { token: staff.token });
    expect(open.data.list).toContainEqual(
      expect.objectContaining({
        id: data.id,
        content: '播放器停住了',
        member: { id: member.id, name: '王小明', headimg: '' },
      }),
    );
    const reply = { id: data.id, reply: '已修正，謝謝！' };
    const answers = await Promise.all([
      world.call(replyFeedback, reply, { token: staff.token }),
      world.call(replyFeedback, reply, { token: staff.token }),
    ]);
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([ResultCode.Ok, ResultCode.Conflict]);
    const mine = (await world.call(listFeedback, {}, { token })).data.list;
    expect(mine).toEqual([expect.objectContaining({ state: 'answered', reply: '已修正，謝謝！' })]);
    expect((await world.inbox(email))[0]?.text).toContain('已修正，謝謝！');
    expect((await world.call(officeTodo, {}, { token: staff.token })).data.feedback).toBe(before - 1);
    expect(await logOf(`feedback:${data.id}`)).toHaveLength(1);
    // The entry is part of the member's history.
    const of = { target: `member:${member.id}`, decisions_only: true };
    const { list } = (await world.call(listAudit, of, { token: staff.token })).data;
    expect(list.map(({ action }) => action)).toEqual(['feedback-answered']);
  });

  test('is answered without mail to whoever wants none, and in the language of whoever does', async () => {
    const quiet = await world.member();
    const english = await world.member();
    await world.call(saveSettings, { notify: { system: { email: false } } }, { token: quiet.token });
    await world.call(saveSettings, { locale: 'en' }, { token: english.token });
    for (const { token, email } of [quiet, english]) {
      const { data } = await world.call(addFeedback, { type: 'other', content: 'Hello' }, { token });
      const before = (await world.inbox(email)).length;
      await world.call(replyFeedback, { id: data.id, reply: 'Hi' }, { token: staff.token });
      const after = await world.inbox(email);
      expect(after.length - before).toBe(email === english.email ? 1 : 0);
    }
    expect((await world.inbox(english.email))[0]?.subject).toBe('We answered your feedback');
  });

  test('of one’s own is answered by a colleague', async () => {
    const { data } = await world.call(addFeedback, { type: 'other', content: 'x' }, { token: staff.token });
    const answer = await world.call(replyFeedback, { id: data.id, reply: 'x' }, { token: staff.token });
    expect(answer).toMatchObject({ code: ResultCode.Forbidden, data: { reason: FailureReason.OwnCase } });
    const mine = (await world.call(listFeedback, {}, { token: staff.token })).data.list;
    expect(mine[0]).toMatchObject({ id: data.id, state: 'open', reply: '' });
  });
});

describe('complaints', () => {
  test('are dismissed with a reason, which whoever complained sees, and can be made anew then', async () => {
    const { token } = await world.member();
    const target = { target_type: 'course', target_id: await course('抄來的課') } as const;
    const { data } = await world.call(addComplaint, { ...target, content: '盜版' }, { token });
    const listed = (await world.call(listReports, { state: 'open' }, { token: staff.token })).data.list;
    expect(listed).toContainEqual(
      expect.objectContaining({
        id: data.id,
        target: { type: 'course', id: target.target_id, title: '抄來的課', link: `/video-info?id=${target.target_id}` },
      }),
    );
    const twice = await world.call(addComplaint, { ...target, content: '盜版' }, { token });
    expect(twice).toMatchObject({ code: ResultCode.Conflict, data: { reason: FailureReason.AlreadyReported } });

    const bare = await world.call(handleReport, { id: data.id, pass: false }, { token: staff.token });
    expect(bare.data.errors).toEqual({ reason: 'required' });
    const decision = { id: data.id, pass: false, reason: '已取得授權' };
    expect((await world.call(handleReport, decision, { token: staff.token })).code).toBe(ResultCode.Ok);
    const [mine] = (await world.call(listFeedback, {}, { token })).data.list;
    expect(mine).toMatchObject({ state: 'dismissed', reply: '已取得授權' });
    expect((await world.call(addComplaint, { ...target, content: '還是盜版' }, { token })).code).toBe(ResultCode.Ok);
    // A complaint cannot be answered as feedback.
    const asFeedback = await world.call(replyFeedback, { id: data.id, reply: 'x' }, { token: staff.token });
    expect(asFeedback.code).toBe(ResultCode.NotFound);
  });

  test.each([
    ['a course that is not on sale', async () => ({ target_type: 'course', target_id: await course('草稿', 'draft') })],
    ['a course that is not there', async () => ({ target_type: 'course', target_id: '999999999' })],
    ['a learner as a mentor', async () => ({ target_type: 'mentor', target_id: staff.member.id })],
  ])('are not made about %s', async (_what, target) => {
    const { token } = await world.member();
    const answer = await world.call(addComplaint, { ...(await target()), content: 'x' }, { token });
    expect(answer.code).toBe(ResultCode.NotFound);
    expect((await world.call(listFeedback, {}, { token })).data.total).toBe(0);
  });
});

test('the audit log is read by target, by kind of target, by what was done and by whom', async () => {
  const { member, token } = await world.member();
  await world.call(banMember, { id: member.id, ban: true, reason: 'x' }, { token: staff.token });
  await world.call(banMember, { id: member.id, ban: false }, { token: staff.token });
  await world.db.insert(auditLog).values({
    ...{ at: 1, action: 'account-bound', target: `member:${member.id}`, details: {}, ip: '', requestId: '' },
    actorId: Number(member.id),
  });
  expect((await world.call(getMemberInfo, {}, { token })).code).toBe(ResultCode.LoginRequired);
  const read = async (query: object) =>
    (await world.call(listAudit, query, { token: staff.token })).data.list.map(({ action }) => action);
  const target = `member:${member.id}`;
  expect(await read({ target })).toEqual([
    'account-bound',
    'member-unbanned',
    'member-banned',
    'logged-in',
    'registered',
  ]);
  expect(await read({ target, decisions_only: true })).toEqual(['member-unbanned', 'member-banned']);
  expect(await read({ target, action: 'member-banned' })).toEqual(['member-banned']);
  expect(await read({ target, query: '核員' })).toEqual(['member-unbanned', 'member-banned']);
  expect(await read({ target, query: '100%' })).toEqual([]);
  expect(await read({ target, query: '192.0.2.' })).not.toContain('account-bound');
  expect((await read({ target, query: '192.0.2.' })).length).toBeGreaterThanOrEqual(3);
  expect(await read({ target, actor: member.id })).toEqual(['account-bound', 'logged-in', 'registered']);
  expect((await read({ target: 'member:' })).length).toBeGreaterThanOrEqual(3);
  const [newest] = (await world.call(listAudit, { target }, { token: staff.token })).data.list.slice(1);
  expect(newest?.actor).toMatchObject({ id: staff.member.id, name: '審核員' });
});
