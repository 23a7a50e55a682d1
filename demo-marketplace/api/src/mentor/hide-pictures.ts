import { UploadType, type ApplicationForm } from '@lectern/marketplace-contract';
import { and, eq, like, sql } from 'drizzle-orm';
import type { Database, Tx } from '../db/database.js';
import { media, members, mentorProfiles, providerApplications } from '../db/schema/index.js';
import { enqueue, type JobHandler } from '../jobs/index.js';
import type { Shelf } from '../upload/shelf.js';

/** Kind of the job that moves pictures of applications out of what everybody may fetch. */
export const HIDE_PICTURES_JOB = 'hide-pictures';
const PUBLIC = `${UploadType.Image}/`;

/** Has them moved, where there are any: none is uploaded there any more. */
export const scheduleHidePictures = (db: Tx, runAt: number): Promise<void> =>
  enqueue(db, { kind: HIDE_PICTURES_JOB, payload: {}, runAt, uniqueKey: HIDE_PICTURES_JOB });

type Pictures = Pick<ApplicationForm, 'photo' | 'credentials'>;

/** The same under new keys. */
const renamed = ({ photo, credentials }: Pictures, names: ReadonlyMap<string, string>) => ({
  photo: names.get(photo) ?? photo,
  credentials: credentials.map((one) => ({ ...one, key: names.get(one.key) ?? one.key })),
});

/**
 * Photographs and certificates that applicants sent were public files once, for whoever had their addresses. They
 * become what they are today: for the applicant and the back office.
 */
export const hidePictures =
  (shelf: Pick<Shelf, 'move'>): JobHandler =>
  async (_payload, db) => {
    const named = sql`(${providerApplications.form} ->> 'photo' LIKE ${`${PUBLIC}%`}
      OR (${providerApplications.form} -> 'credentials')::text LIKE ${`%"${PUBLIC}%`})`;
    for (const { memberId, form } of await db.select().from(providerApplications).where(named).for('update')) {
      const keys = [form.photo, ...form.credentials.map(({ key }) => key)].filter((key) => key.startsWith(PUBLIC));
      const names = new Map<string, string>();
      for (const key of new Set(keys)) {
        const hidden = await hide(db, memberId, key);
        if (hidden !== undefined) names.set(key, hidden);
      }
      await rename(db, memberId, names);
      // Last: what fails before is undone, and a file that has moved already is found where it is.
      for (const [from, to] of names) await shelf.move(from, to);
    }
  };

/** The new key of a member's file; undefined for one that they show to everybody as their picture, too. */
async function hide(db: Database, ownerId: number, key: string): Promise<string | undefined> {
  if ((await db.$count(members, eq(members.headimgKey, key))) > 0) return undefined;
  const hidden = `${UploadType.Document}/${key.slice(PUBLIC.length)}`;
  const changed = await db
    .update(media)
    .set({ key: hidden, type: UploadType.Document })
    .where(and(eq(media.key, key), eq(media.ownerId, ownerId), like(media.key, `${PUBLIC}%`)))
    .returning({ id: media.id });
  return changed.length === 0 ? undefined : hidden;
}

async function rename(db: Database, memberId: number, names: ReadonlyMap<string, string>): Promise<void> {
  if (names.size === 0) return;
  const [application] = await db.select().from(providerApplications).where(eq(providerApplications.memberId, memberId));
  if (application !== undefined) {
    const form = { ...application.form, ...renamed(application.form, names) };
    await db.update(providerApplications).set({ form }).where(eq(providerApplications.memberId, memberId));
  }
  const [profile] = await db.select().from(mentorProfiles).where(eq(mentorProfiles.memberId, memberId));
  if (profile === undefined) return;
  const { photo, credentials } = renamed({ photo: profile.photoKey, credentials: profile.credentials }, names);
  await db.update(mentorProfiles).set({ photoKey: photo, credentials }).where(eq(mentorProfiles.memberId, memberId));
}
