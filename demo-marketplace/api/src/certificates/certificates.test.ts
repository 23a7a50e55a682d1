import {
  CERTIFICATE_NO,
  FailureReason,
  getCertificate,
  getCertificateKeys,
  listCertificates,
  nameHolder,
  revokeCertificate,
  saveProgress,
  verifyCertificate,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { webcrypto } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enroll } from '../courses/index.js';
import { auditLog, certificates, courses, members } from '../db/schema/index.js';
import { courseIn, hasHadTime, mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';
import { certificateNo } from './certificates.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const reasonOf = (answer: { data: { reason?: string } }) => answer.data.reason;

/** A learner who has watched `watched` of the two units. */
async function learnerOf(watched: number) {
  const mentor = await mentorIn(world);
  const { id: courseId, unitIds } = await courseIn(world, { mentorId: mentor.id });
  const learner = await world.member();
  const memberId = Number(learner.member.id);
  await world.db.transaction((tx) => enroll(tx, { memberId, courseId, source: 'free', now: world.clock.now() }));
  await hasHadTime(world, memberId, courseId);
  let no = '';
  for (const [step, unit] of unitIds.slice(0, watched).entries()) {
    const { data } = await world.call(
      saveProgress,
      { unit_id: String(unit), second: 60, watched: [[0, 60]], ended: true, play: 'one-play', step },
      { token: learner.token },
    );
    no = data.certificate_no ?? no;
  }
  return { courseId, unitIds, memberId, no, mentor, ...learner };
}

test('numbers have 60 bits of chance in letters that nobody mistakes', () => {
  const numbers = Array.from({ length: 200 }, () => certificateNo());
  expect(new Set(numbers).size).toBe(200);
  for (const no of numbers) expect(no).toMatch(CERTIFICATE_NO);
  expect(certificateNo(() => Uint8Array.from({ length: 12 }, (_, at) => at))).toBe('LC-0123-4567-89AB');
});

describe('a finished course', () => {
  test('gives one certificate that says what was learned, once', async () => {
    const { token, no, courseId, unitIds } = await learnerOf(2);
    expect(no).toMatch(CERTIFICATE_NO);
    const issuedAt = new Date(world.clock.now()).toISOString();
    const again = { second: 1, watched: [], ended: false, play: 'another-play', step: 0 } as const;
    const repeated = await world.call(saveProgress, { unit_id: String(unitIds[0]), ...again }, { token });
    expect(repeated.data.certificate_no).toBe(no);
    const { data } = await world.call(listCertificates, {}, { token });
    expect(data.progress).toEqual([]);
    expect(data.earned).toEqual([
      {
        ...{ id: expect.any(String), course_id: String(courseId), no, holder: '王小明', mentor: '王小明' },
        ...{ course_zh: '高中數學', course_en: 'Mathematics', seconds: 120, units: 2, issuer: '講台 Lectern' },
        ...{ issued_at: issuedAt, revoked: false },
      },
    ]);
  });

  test('keeps its certificate when the course, or the holder’s name, is changed', async () => {
    const { token, no, courseId, memberId } = await learnerOf(2);
    await world.db.update(courses).set({ titleEn: 'Other' }).where(eq(courses.id, courseId));
    await world.db.update(members).set({ name: '別人' }).where(eq(members.id, memberId));
    const { data } = await world.call(listCertificates, {}, { token });
    expect(data.earned[0]).toMatchObject({ no, holder: '王小明', course_en: 'Mathematics' });
  });

  test('bears the legal name, which is asked once: also on what was issued before, not on what was forged', async () => {
    const { token, no, memberId, mentor } = await learnerOf(2);
    const name = (given: string) => world.call(nameHolder, { name: given }, { token });
    expect((await world.call(listCertificates, {}, { token })).data.holder).toBe('');
    const { id: forgedId, unitIds } = await courseIn(world, { mentorId: mentor.id });
    await world.db.transaction((tx) => enroll(tx, { memberId, courseId: forgedId, source: 'free', now: 1 }));
    await hasHadTime(world, memberId, forgedId);
    for (const [step, unit] of unitIds.entries()) {
      const seen = { second: 60, watched: [[0, 60]] as [number, number][], ended: true, play: 'one-play', step };
      await world.call(saveProgress, { unit_id: String(unit), ...seen }, { token });
    }
    const isForged = eq(certificates.courseId, forgedId);
    const [other] = await world.db.select().from(certificates).where(isForged);
    const payload = (other?.payload ?? '').replace('Mathematics', 'Medicine');
    await world.db.update(certificates).set({ payload }).where(isForged);

    expect(reasonOf(await name(' '))).toBe(FailureReason.Invalid);
    expect((await name('王大明')).data.holder).toBe('王大明');
    expect(reasonOf(await name('李四'))).toBe(FailureReason.StateChanged);
    const { data } = await world.call(verifyCertificate, { no });
    expect(data).toMatchObject({ valid: true, holder: '王大明' });
    expect(JSON.parse(data.payload)).toMatchObject({ no, holder: '王大明' });
    const forged = await world.call(verifyCertificate, { no: other?.no ?? '' });
    expect(forged.data).toMatchObject({ valid: false, holder: '王小明' });
    expect((await world.call(listCertificates, {}, { token })).data.holder).toBe('王大明');
  });

  test('tells what is missing before', async () => {
    const { token, no, courseId } = await learnerOf(1);
    expect(no).toBe('');
    const { data } = await world.call(listCertificates, {}, { token });
    expect(data.earned).toEqual([]);
    expect(data.progress).toEqual([
      {
        course_id: String(courseId),
        course_zh: '高中數學',
        course_en: 'Mathematics',
        percent: 50,
        units_done: 1,
        units: 2,
      },
    ]);
  });
});

describe('a certificate', () => {
  test('is shown whole to its holder only', async () => {
    const { token, no } = await learnerOf(2);
    const id = (await world.call(listCertificates, {}, { token })).data.earned[0]?.id ?? '';
    const { data } = await world.call(getCertificate, { id }, { token });
    expect(JSON.parse(data.payload)).toMatchObject({ no });
    const other = await world.member();
    expect(reasonOf(await world.call(getCertificate, { id }, { token: other.token }))).toBe(FailureReason.NotFound);
    expect(reasonOf(await world.call(getCertificate, { id }))).toBe(FailureReason.LoginRequired);
    expect(reasonOf(await world.call(listCertificates, {}))).toBe(FailureReason.LoginRequired);
  });

  test('is verified by everybody, with us and without us', async () => {
    const { no } = await learnerOf(2);
    const { data } = await world.call(verifyCertificate, { no: ` ${no.toLowerCase()} ` });
    expect(data).toMatchObject({ no, valid: true, revoked: false, holder: '王小明' });
    const { keys } = (await world.call(getCertificateKeys, {})).data;
    const jwk = keys.find(({ kid }) => kid === data.kid);
    expect(jwk).toBeDefined();
    const { kty, crv, x } = jwk ?? { kty: '', crv: '', x: '' };
    const key = await webcrypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', true, ['verify']);
    const holds = (payload: string) =>
      webcrypto.subtle.verify('Ed25519', key, Buffer.from(data.signature, 'base64url'), Buffer.from(payload));
    expect(await holds(data.payload)).toBe(true);
    expect(await holds(data.payload.replace('王小明', '王大明'))).toBe(false);
    for (const unknown of ['LC-0000-0000-0000', 'nonsense', "LC' OR 1=1"]) {
      expect(reasonOf(await world.call(verifyCertificate, { no: unknown }))).toBe(FailureReason.NotFound);
    }
  });

  test('does not hold once somebody changed it in the database', async () => {
    const { no, memberId } = await learnerOf(2);
    const [row] = await world.db.select().from(certificates).where(eq(certificates.memberId, memberId));
    const payload = (row?.payload ?? '').replace('王小明', '王大明');
    await world.db.update(certificates).set({ payload }).where(eq(certificates.memberId, memberId));
    expect((await world.call(verifyCertificate, { no })).data).toMatchObject({ valid: false, revoked: false });
  });

  test('is taken back by the back office only, and its page says so', async () => {
    const { no, token, memberId } = await learnerOf(2);
    const revoke = (as: string) => world.call(revokeCertificate, { no, reason: '作業抄襲' }, { token: as });
    expect(reasonOf(await revoke(token))).toBe(FailureReason.WrongRole);
    const staff = await world.member();
    await world.db
      .update(members)
      .set({ isStaff: true })
      .where(eq(members.id, Number(staff.member.id)));
    expect((await revoke(staff.token)).code).toBe(1);
    expect(reasonOf(await revoke(staff.token))).toBe(FailureReason.NotFound);
    expect((await world.call(verifyCertificate, { no })).data).toMatchObject({ valid: false, revoked: true });
    const [row] = await world.db.select().from(certificates).where(eq(certificates.memberId, memberId));
    const log = await world.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.target, `certificate:${row?.id}`));
    expect(log).toMatchObject([{ action: 'certificate-revoked', details: { reason: '作業抄襲' } }]);
  });
});
