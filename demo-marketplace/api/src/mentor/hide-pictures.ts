import { UploadType, type ApplicationForm } from '@lectern/marketplace-contract';
import { and, eq, like, sql } from 'drizzle-orm';
import type { Pool, Tx } from '../db/database.js';
import { media, members, mentorProfiles, providerApplications } from '../db/schema/index.js';
import { enqueue, type ExternalJob } from '../jobs/index.js';
import type { ObjectStore } from '../upload/object-store.js';

/** Kind of the job that makes images of applications private. */
export const HIDE_PICTURES_JOB = 'hide-pictures';
const PUBLIC = `${UploadType.Image}/`;

/** Schedules the job; new applications upload private images already. */
export const scheduleHidePictures = (db: Tx, runAt: number): Promise<void> =>
  enqueue(db, { kind: HIDE_PICTURES_JOB, payload: {}, runAt, uniqueKey: HIDE_PICTURES_JOB });

type Pictures = Pick<ApplicationForm, 'photo' | 'credentials'>;

/** The images with renamed keys. */
const renamed = ({ photo, credentials }: Pictures, names: ReadonlyMap<string, string>) => ({
  photo: names.get(photo) ?? photo,
  credentials: credentials.map((one) => ({ ...one, key: names.get(one.key) ?? one.key })),
});

/**
 * Migrates photographs and certificates of applicants, which used to be public files, to private documents for the
 * applicant and the back office.
 */
export const hidePictures = (db: Pool, objectStore: Pick<ObjectStore, 'move'>): ExternalJob => ({
  async act() {
    const named = sql`(${providerApplications.form} ->> 'photo' LIKE ${`${PUBLIC}%`}
      OR (${providerApplications.form} -> 'credentials')::text LIKE ${`%"${PUBLIC}%`})`;
    for (const { memberId, form } of await db.select().from(providerApplications).where(named)) {
      const keys = [form.photo, ...form.credentials.map(({ key }) => key)].filter((key) => key.startsWith(PUBLIC));
      for (const key of new Set(keys)) await hide(db, objectStore, memberId, key);
    }
  },
});

/** Moves a member's file, unless it is also their public profile image. */
async function hide(db: Pool, objectStore: Pick<ObjectStore, 'move'>, ownerId: number, key: string): Promise<void> {
  const hidden = `${UploadType.Document}/${key.slice(PUBLIC.length)}`;
  const isPicture = eq(members.headimgKey, key);
  const isOwn = and(eq(media.key, key), eq(media.ownerId, ownerId), like(media.key, `${PUBLIC}%`));
  if ((await db.$count(members, isPicture)) > 0 || (await db.$count(media, isOwn)) === 0) return;
  // Moved first and idempotently: when the worker dies now, the unchanged rows make the job run again.
  await objectStore.move(key, hidden);
  const isHidden = await db.transaction(async (tx) => {
    await tx.select({ id: media.id }).from(media).where(isOwn).for('update');
    if ((await tx.$count(members, isPicture)) > 0) return false;
    await tx.update(media).set({ key: hidden, type: UploadType.Document }).where(isOwn);
    await rename(tx, ownerId, new Map([[key, hidden]]));
    return true;
  });
  if (!isHidden) await objectStore.move(hidden, key);
}

async function rename(db: Tx, memberId: number, names: ReadonlyMap<string, string>): Promise<void> {
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
