import { certificateClaims, FailureReason, type CertificateClaims } from '@lectern/marketplace-contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { isoOf } from '@lectern/kit/clock';
import type { Database, Tx } from '../db/database.js';
import { certificates, courses, members, units, type CertificateRow } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import { notify } from './notice-kinds.js';
import type { SigningKeys } from './keys.js';

/**
 * Crockford's alphabet, without letters that resemble digits. It has 32 characters, so five bits of a byte select one
 * uniformly.
 */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ISSUER = '講台 Lectern';

/** Creates a certificate number such as `LC-7K2M-9QXD-4RTB`: 60 random bits, too many to guess. */
export const certificateNo = (random: (size: number) => Uint8Array = randomBytes): string =>
  Array.from(random(12), (byte) => SIGNS[byte % SIGNS.length])
    .join('')
    .replace(/(.{4})/g, '-$1')
    .replace(/^/, 'LC');

/** Reason stored with a certificate that was revoked by a refund. */
const REFUNDED = 'refund';

/** Revokes the certificate of a refunded course. */
export async function revokeRefunded(db: Tx, { memberId, courseId, now }: Issuing): Promise<void> {
  await db
    .update(certificates)
    .set({ revokedAt: now, revokeReason: REFUNDED })
    .where(
      and(eq(certificates.memberId, memberId), eq(certificates.courseId, courseId), isNull(certificates.revokedAt)),
    );
}

/** Claims of a certificate, parsed from its signed payload. */
export const claimsOf = ({ payload }: Pick<CertificateRow, 'payload'>): CertificateClaims =>
  certificateClaims.parse(JSON.parse(payload));

/**
 * Sets the legal name of a member, and signs the certificates anew that were issued to the nickname. Certificates that
 * somebody changed in the database are left as they are, so that they stay void.
 *
 * @throws {ApiFailure} state-changed, when the member has given a name before
 */
export async function setHolder(
  db: Tx,
  keys: SigningKeys,
  { memberId, name, now }: { readonly memberId: number; readonly name: string; readonly now: number },
): Promise<void> {
  const named = await db
    .update(members)
    .set({ certificateName: name, updatedAt: now })
    .where(and(eq(members.id, memberId), eq(members.certificateName, '')))
    .returning({ id: members.id });
  if (named.length === 0) throw new ApiFailure(FailureReason.StateChanged);
  const rows = await db.select().from(certificates).where(eq(certificates.memberId, memberId)).for('update');
  for (const row of rows) {
    if (!(await keys.isGenuine(db, row))) continue;
    const signed = await keys.sign(db, JSON.stringify({ ...claimsOf(row), holder: name }), now);
    await db.update(certificates).set(signed).where(eq(certificates.id, row.id));
  }
}

export interface Issuing {
  readonly memberId: number;
  readonly courseId: number;
  readonly now: number;
}

/** Issues certificates for completed courses. */
export class Certificates {
  constructor(
    private readonly keys: SigningKeys,
    private readonly newNo: () => string = certificateNo,
  ) {}

  /** Returns the number of the member's certificate of a course and issues the certificate when none exists. */
  async issue(db: Tx, { memberId, courseId, now }: Issuing): Promise<string> {
    const mine = and(eq(certificates.memberId, memberId), eq(certificates.courseId, courseId));
    const [known] = await db.select().from(certificates).where(mine);
    if (known !== undefined) {
      // A member who buys the course again gets the revoked certificate back.
      if (known.revokedAt !== null && known.revokeReason === REFUNDED) {
        await db.update(certificates).set({ revokedAt: null, revokeReason: '' }).where(eq(certificates.id, known.id));
      }
      return known.no;
    }
    const claims = await this.#claims(db, { memberId, courseId, now });
    const signed = await this.keys.sign(db, JSON.stringify(claims), now);
    const [issued] = await db
      .insert(certificates)
      .values({ no: claims.no, memberId, courseId, ...signed, issuedAt: now })
      .returning({ id: certificates.id });
    if (issued === undefined) throw new Error('a certificate was not written');
    const params = { what: { zh: claims.course_zh, en: claims.course_en }, id: issued.id };
    await notify(db, { to: memberId, kind: 'certificate-issued', params, now });
    return claims.no;
  }

  async #claims(db: Database, { memberId, courseId, now }: Issuing): Promise<CertificateClaims> {
    const [course] = await db
      .select({ titleZh: courses.titleZh, titleEn: courses.titleEn, mentor: members.name })
      .from(courses)
      .innerJoin(members, eq(members.id, courses.mentorId))
      .where(eq(courses.id, courseId));
    const [holder] = await db
      .select({ name: members.name, legalName: members.certificateName })
      .from(members)
      .where(eq(members.id, memberId));
    const [taught] = await db
      .select({
        units: sql<number>`count(*)::integer`,
        seconds: sql<number>`coalesce(sum(${units.seconds}), 0)::integer`,
      })
      .from(units)
      .where(eq(units.courseId, courseId));
    if (course === undefined || holder === undefined || taught === undefined) {
      throw new Error(`course ${courseId} or member ${memberId} is gone`);
    }
    return {
      no: this.newNo(),
      holder: holder.legalName === '' ? holder.name : holder.legalName,
      course_zh: course.titleZh,
      course_en: course.titleEn === '' ? course.titleZh : course.titleEn,
      mentor: course.mentor,
      ...taught,
      issuer: ISSUER,
      issued_at: isoOf(now),
    };
  }
}
