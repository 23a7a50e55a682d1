import { applyAsMentor, getApplication, updateProfile } from '@lectern/marketplace-contract';
import { eq, inArray } from 'drizzle-orm';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { media, mentorProfiles, providerApplications } from '../db/schema/index.js';
import { S3Server } from '../testing/s3-server.js';
import { World } from '../testing/world.js';
import { scheduleHidePictures } from './hide-pictures.js';
import { decideApplication } from './index.js';

const FORM = {
  ...{ real_name: '王小明', id_card: 'A123456789', area: '台北', intro: '十年數學教學經驗。', photo: '', clip: '' },
  ...{ subjects: ['數學'], education: [], experience: [], credentials: [], want: ['provider' as const], agree: true },
};

let world: World | undefined;
let s3: S3Server | undefined;
let counter = 0;
beforeAll(async () => {
  world = await World.start();
});
afterEach(async () => {
  await s3?.close();
  s3 = undefined;
});
afterAll(() => world?.close());

/** A public image of a member. */
async function picture(own: World, ownerId: number): Promise<string> {
  counter += 1;
  const key = `image/20260101/18000000000${String(counter).padStart(2, '0')}a.png`;
  const now = own.clock.now();
  await own.db
    .insert(media)
    .values({ ownerId, key, type: 'image', mime: 'image/png', maxBytes: 10, size: 7, createdAt: now, storedAt: now });
  if (s3 !== undefined) s3.objects.set(key, { bytes: Buffer.from('picture'), mime: 'image/png' });
  else {
    await mkdir(dirname(join(own.folder, 'uploads', key)), { recursive: true });
    await writeFile(join(own.folder, 'uploads', key), 'picture');
  }
  return key;
}

/** An applicant whose images were uploaded before they became private. */
async function applicant(own: World) {
  const { token, member } = await own.member();
  const id = Number(member.id);
  await own.call(applyAsMentor, FORM, { token });
  const [photo, paper] = [await picture(own, id), await picture(own, id)];
  const [row] = await own.db.select().from(providerApplications).where(eq(providerApplications.memberId, id));
  const form = { ...row!.form, photo, credentials: [{ title: '教師證', key: paper }] };
  await own.db.update(providerApplications).set({ form }).where(eq(providerApplications.memberId, id));
  return { token, id, photo, paper };
}

const hidden = (key: string): string => key.replace('image/', 'document/');

async function hideIn(own: World): Promise<void> {
  await own.db.transaction((tx) => scheduleHidePictures(tx, own.clock.now()));
  await own.parts.idle();
}

test('pictures that applicants sent to where everybody sees them are for the applicant and the office', async () => {
  const own = world!;
  const { token, id, photo, paper } = await applicant(own);
  await own.db.transaction((db) => decideApplication(db, { id, pass: true, reason: '', now: own.clock.now() }));
  expect((await own.app.inject(`/files/${photo}`)).statusCode).toBe(200);
  await hideIn(own);
  for (const key of [photo, paper]) {
    expect((await own.app.inject(`/files/${key}`)).statusCode).toBe(404);
    expect((await own.app.inject(`/files/${hidden(key)}`)).statusCode).toBe(404);
  }
  const { form, urls } = (await own.call(getApplication, {}, { token })).data;
  expect(form).toMatchObject({ photo: hidden(photo), credentials: [{ title: '教師證', key: hidden(paper) }] });
  for (const key of [photo, paper]) {
    const shown = await own.app.inject(urls[hidden(key)] ?? '');
    expect([shown.statusCode, shown.body]).toEqual([200, 'picture']);
  }
  const [profile] = await own.db.select().from(mentorProfiles).where(eq(mentorProfiles.memberId, id));
  expect(profile).toMatchObject({ photoKey: hidden(photo), credentials: [{ title: '教師證', key: hidden(paper) }] });
  const rows = await own.db
    .select()
    .from(media)
    .where(inArray(media.key, [photo, paper].map(hidden)));
  expect(rows.map(({ type }) => type)).toEqual(['document', 'document']);
  // Running the job again changes nothing.
  await hideIn(own);
  expect((await own.call(getApplication, {}, { token })).data.form).toEqual(form);
});

test('a picture that its owner shows to everybody stays where it is', async () => {
  const own = world!;
  const { token, photo, paper } = await applicant(own);
  await own.call(updateProfile, { headimg: photo }, { token });
  await hideIn(own);
  expect((await own.app.inject(`/files/${photo}`)).statusCode).toBe(200);
  expect((await own.app.inject(`/files/${paper}`)).statusCode).toBe(404);
});

test('in a bucket, too', async () => {
  s3 = await S3Server.start({ now: () => Date.now() });
  const own = await World.start({ s3: s3.options });
  try {
    const { photo, paper } = await applicant(own);
    await hideIn(own);
    expect([...s3.objects.keys()].sort()).toEqual([hidden(photo), hidden(paper)].sort());
    expect(s3.objects.get(hidden(photo))).toMatchObject({ mime: 'image/png' });
  } finally {
    await own.close();
  }
});
