import {
  applyAsMentor,
  changeType,
  FailureReason,
  getApplication,
  getMemberInfo,
  listManagedCourses,
  listWaitingMentors,
  ResultCode,
  saveApplication,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { media, members, mentorProfiles, providerApplications } from '../db/schema/index.js';
import { World } from '../testing/world.js';
import { decideApplication } from './index.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const FORM = {
  real_name: '王小明',
  id_card: 'A123456789',
  area: '台北',
  intro: '十年數學教學經驗。',
  photo: '',
  clip: '',
  subjects: ['數學'],
  education: ['台大數學系'],
  experience: [],
  credentials: [{ title: '教師證', key: '' }],
  want: ['provider' as const],
};
const APPLICATION = { ...FORM, agree: true };

const decide = (memberId: string, pass: boolean, reason = '') =>
  world.db.transaction((db) => decideApplication(db, { id: Number(memberId), pass, reason, now: world.clock.now() }));
const statusOf = async (token: string) => (await world.call(getMemberInfo, {}, { token })).data.provider_check_status;

test('somebody applies, is refused with a reason, applies again and is approved: 0, 1, 3, 1, 2', async () => {
  const { token, member } = await world.member();
  expect((await world.call(getApplication, {}, { token })).data).toMatchObject({
    provider_check_status: 0,
    form: { real_name: '', want: ['provider'] },
    submitted_at: null,
  });

  expect((await world.call(applyAsMentor, APPLICATION, { token })).data.provider_check_status).toBe(1);
  expect(await decide(member.id, false, '證件照片不清楚')).toEqual({ memberId: Number(member.id) });
  expect((await world.call(getApplication, {}, { token })).data).toMatchObject({
    provider_check_status: 3,
    reason: '證件照片不清楚',
    form: FORM,
  });

  const again = await world.call(applyAsMentor, { ...APPLICATION, intro: '新的介紹' }, { token });
  expect(again.data).toMatchObject({ provider_check_status: 1, reason: '' });
  await decide(member.id, true);
  expect((await world.call(getMemberInfo, {}, { token })).data).toMatchObject({
    provider_check_status: 2,
    is_provider: 1,
    is_homework: 0,
  });
  const [profile] = await world.db
    .select()
    .from(mentorProfiles)
    .where(eq(mentorProfiles.memberId, Number(member.id)));
  expect(profile).toMatchObject({ intro: '新的介紹', subjects: ['數學'], education: ['台大數學系'] });
  expect((await world.call(changeType, { type: 2 }, { token })).code).toBe(ResultCode.Ok);
  expect((await world.call(listManagedCourses, {}, { token })).code).toBe(ResultCode.Ok);
});

test('a draft is kept, and nothing changes while an application is checked', async () => {
  const { token } = await world.member();
  const draft = { ...FORM, real_name: '', id_card: '', subjects: [], want: [] };
  expect((await world.call(saveApplication, draft, { token })).code).toBe(ResultCode.Ok);
  expect((await world.call(getApplication, {}, { token })).data.form).toEqual(draft);
  await world.call(applyAsMentor, APPLICATION, { token });
  for (const action of [saveApplication, applyAsMentor]) {
    const refused = await world.call(action, { ...APPLICATION, intro: 'x' }, { token });
    expect(refused).toMatchObject({ code: ResultCode.Conflict, data: { reason: FailureReason.StateChanged } });
  }
  expect((await world.call(getApplication, {}, { token })).data.form.intro).toBe(FORM.intro);
});

test.each<[string, object, Record<string, string>]>([
  ['an identity card that cannot be', { id_card: 'A123456788' }, { id_card: 'malformed' }],
  ['no introduction', { intro: '' }, { intro: 'required' }],
  ['an introduction of 301 characters', { intro: '學'.repeat(301) }, { intro: 'too-long' }],
  ['no subject', { subjects: [] }, { subjects: 'required' }],
  ['nothing wished for', { want: [] }, { want: 'required' }],
  ['terms not ticked', { agree: false }, { agree: 'not-accepted' }],
  ['a photo of somebody else', { photo: 'image/20260101/1800000000000a.png' }, { photo: 'unknown' }],
])('an application with %s is refused and changes nothing', async (_name, change, errors) => {
  const { token } = await world.member();
  const answer = await world.call(applyAsMentor, { ...APPLICATION, ...change }, { token });
  expect(answer).toMatchObject({ code: ResultCode.Invalid, data: { errors } });
  expect(await statusOf(token)).toBe(0);
});

test('a mentor asks for a further permission and keeps what they have when it is refused', async () => {
  const { token, member } = await world.member();
  await world.call(applyAsMentor, APPLICATION, { token });
  await decide(member.id, true);
  // A permission that the mentor already has cannot be requested.
  expect((await world.call(applyAsMentor, APPLICATION, { token })).code).toBe(ResultCode.Conflict);

  const both = { ...APPLICATION, want: ['provider', 'homework'] };
  expect((await world.call(applyAsMentor, both, { token })).data).toMatchObject({
    provider_check_status: 2,
    is_extending: true,
  });
  await decide(member.id, false, '請補件');
  expect((await world.call(getMemberInfo, {}, { token })).data).toMatchObject({
    provider_check_status: 2,
    is_provider: 1,
    is_homework: 0,
  });
  await world.call(applyAsMentor, both, { token });
  await decide(member.id, true);
  expect((await world.call(getMemberInfo, {}, { token })).data.is_homework).toBe(1);
});

test('of two decisions and of two applications at once, one counts', async () => {
  const { token, member } = await world.member();
  const twice = await Promise.all([
    world.call(applyAsMentor, APPLICATION, { token }),
    world.call(applyAsMentor, APPLICATION, { token }),
  ]);
  expect(twice.map(({ code }) => code).sort()).toEqual([ResultCode.Ok, ResultCode.Conflict]);
  const decisions = await Promise.allSettled([decide(member.id, true), decide(member.id, false, '不行')]);
  expect(decisions.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(decide('999999', true)).rejects.toMatchObject({ data: { reason: FailureReason.NotFound } });
});

test('enterprises do not apply', async () => {
  const { token, member } = await world.member();
  await world.db
    .update(members)
    .set({ identity: 2 })
    .where(eq(members.id, Number(member.id)));
  expect((await world.call(applyAsMentor, APPLICATION, { token })).code).toBe(ResultCode.Forbidden);
});

test('the database does not show who somebody is', async () => {
  const { token, member } = await world.member();
  await world.call(applyAsMentor, APPLICATION, { token });
  const [row] = await world.db
    .select()
    .from(providerApplications)
    .where(eq(providerApplications.memberId, Number(member.id)));
  expect(JSON.stringify(row)).not.toContain(APPLICATION.id_card);
  expect(JSON.stringify(row)).not.toContain(APPLICATION.real_name);
});

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

async function officeToken(): Promise<string> {
  const { token, member } = await world.member();
  await world.db
    .update(members)
    .set({ isStaff: true })
    .where(eq(members.id, Number(member.id)));
  return token;
}

test('pictures of an application are for the applicant and the back office alone', async () => {
  const { token, member } = await world.member();
  const ownerId = Number(member.id);
  const pictures = [1, 2].map((n) => `document/20270115/180000000000${n}${member.id}.png`);
  for (const key of pictures) {
    const path = join(world.folder, 'uploads', key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, PNG);
    const row = { ownerId, key, type: 'document', mime: 'image/png', maxBytes: 100, size: PNG.length };
    await world.db.insert(media).values({ ...row, createdAt: 1, storedAt: 2 });
  }
  const [photo = '', degree = ''] = pictures;
  const form = { ...APPLICATION, photo, credentials: [{ title: '學位', key: degree }] };
  expect((await world.call(applyAsMentor, form, { token })).code).toBe(ResultCode.Ok);

  const { urls } = (await world.call(getApplication, {}, { token })).data;
  const office = await officeToken();
  const waiting = (await world.call(listWaitingMentors, {}, { token: office })).data.list;
  const shown = waiting.find(({ id }) => id === member.id)?.application.urls ?? {};
  for (const key of pictures) {
    expect((await world.app.inject(`/files/${key}`)).statusCode).toBe(404);
    for (const link of [urls[key], shown[key]]) {
      expect((await world.app.inject(link ?? '')).rawPayload).toEqual(PNG);
      expect((await world.app.inject((link ?? '').replace(/signature=.../, 'signature=AAA'))).statusCode).toBe(403);
    }
  }
  world.clock.advance(16 * 60_000);
  expect((await world.app.inject(urls[photo] ?? '')).statusCode).toBe(403);
  // Another member gains nothing by naming the keys.
  const thief = await world.member();
  const stolen = await world.call(saveApplication, form, { token: thief.token });
  expect(stolen.data.errors).toEqual({ photo: 'unknown' });
});
