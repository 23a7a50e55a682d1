import {
  CERTIFICATE_NO,
  FailureReason,
  getCertificate,
  getCertificateKeys,
  listCertificates,
  nameHolder,
  revokeCertificate,
  verifyCertificate,
  type Certificate,
} from '@lectern/marketplace-contract';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { certificates, courses, enrollments, unitProgress, units, type CertificateRow } from '../db/schema/index.js';
import { audit } from '../http/audit.js';
import { onCall, onMemberCall, type BoundAction } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import { claimsOf, setHolder } from './certificates.js';
import type { SigningKeys } from './keys.js';

const MAX_LISTED = 200;

const certificateOf = (row: CertificateRow): Certificate => ({
  id: String(row.id),
  course_id: String(row.courseId),
  ...claimsOf(row),
  revoked: row.revokedAt !== null,
});

/** Normalises a number as typed from paper. */
const normalNo = (no: string): string => no.trim().toUpperCase();

async function unfinishedOf(db: Database, memberId: number) {
  const rows = await db
    .select({
      courseId: courses.id,
      titleZh: courses.titleZh,
      titleEn: courses.titleEn,
      percent: enrollments.percent,
      done: sql<number>`count(${unitProgress.doneAt})::integer`,
      all: sql<number>`count(${units.id})::integer`,
    })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(units, eq(units.courseId, courses.id))
    .leftJoin(unitProgress, and(eq(unitProgress.unitId, units.id), eq(unitProgress.enrollmentId, enrollments.id)))
    .where(and(eq(enrollments.memberId, memberId), isNull(enrollments.endedAt), isNull(enrollments.completedAt)))
    .groupBy(courses.id, enrollments.id)
    .orderBy(desc(enrollments.percent), desc(enrollments.id))
    .limit(MAX_LISTED);
  return rows.map(({ courseId, titleZh, titleEn, percent, done, all }) => ({
    course_id: String(courseId),
    course_zh: titleZh,
    course_en: titleEn === '' ? titleZh : titleEn,
    percent,
    units_done: done,
    units: all,
  }));
}

/** Actions of certificates, for members and for public verification: `/api/Certificate/*`. */
export const certificateActions = (keys: SigningKeys): readonly BoundAction[] => [
  onMemberCall(listCertificates, async (_request, { db, caller }) => {
    const { id } = caller.member;
    const rows = await db
      .select()
      .from(certificates)
      .where(eq(certificates.memberId, id))
      .orderBy(desc(certificates.issuedAt), desc(certificates.id))
      .limit(MAX_LISTED);
    return {
      earned: rows.map(certificateOf),
      progress: await unfinishedOf(db, id),
      holder: caller.member.certificateName,
    };
  }),

  onMemberCall(nameHolder, async ({ name }, call) => {
    await call.db.transaction((tx) => setHolder(tx, keys, { memberId: call.caller.member.id, name, now: call.now }));
    call.say('saved');
    return { holder: name };
  }),

  onMemberCall(getCertificate, async ({ id }, { db, caller }) => {
    const [row] = await db
      .select()
      .from(certificates)
      .where(and(eq(certificates.id, Number(id)), eq(certificates.memberId, caller.member.id)));
    if (row === undefined) throw new ApiFailure(FailureReason.NotFound);
    return { ...certificateOf(row), payload: row.payload, signature: row.signature, kid: row.kid };
  }),

  onCall(verifyCertificate, async ({ no }, { db }) => {
    const given = normalNo(no);
    const [row] = CERTIFICATE_NO.test(given)
      ? await db.select().from(certificates).where(eq(certificates.no, given))
      : [];
    if (row === undefined) throw new ApiFailure(FailureReason.NotFound);
    const revoked = row.revokedAt !== null;
    const { payload, signature, kid } = row;
    const valid = !revoked && (await keys.isGenuine(db, row));
    return { ...claimsOf(row), payload, signature, kid, valid, revoked };
  }),

  onCall(getCertificateKeys, async (_request, { db }) => ({ keys: await keys.publicKeys(db) })),

  onMemberCall(revokeCertificate, async ({ no, reason }, call) => {
    await call.db.transaction(async (db) => {
      const revoked = await db
        .update(certificates)
        .set({ revokedAt: call.now, revokeReason: reason })
        .where(and(eq(certificates.no, normalNo(no)), isNull(certificates.revokedAt)))
        .returning({ id: certificates.id });
      const [row] = revoked;
      if (row === undefined) throw new ApiFailure(FailureReason.NotFound);
      await audit(db, call, { action: 'certificate-revoked', target: `certificate:${row.id}`, details: { reason } });
    });
    return {};
  }),
];
