import { Channel, Locale } from '@lectern/marketplace-contract';
import { asc, eq, inArray } from 'drizzle-orm';
import {
  DEMO_ACCOUNTS,
  NO_PASSWORD,
  memberAccounts,
  members,
  mentorProfiles,
  type Database,
} from '@lectern/marketplace-api/seeding';
import { ENGLISH_NAMES, FAMILY_NAMES, GIVEN_NAMES, INTERESTS, MENTORS } from './people.js';
import { avatarKey, isWoman } from './pictures.js';
import type { SeededRandom } from './random.js';

const DAY_MS = 86_400_000;
/** Number of learners in addition to the demo accounts. */
const LEARNERS = 185;
/** Lower face numbers belong to the mentors. */
const FIRST_FACE = 100;

export interface DemoPeople {
  /** Member ids, in the order of {@link MENTORS}. */
  readonly mentors: readonly number[];
  readonly learners: readonly number[];
  /** Id of the demo's learner account. */
  readonly learner: number;
}

/** Returns the member id of a demo account. */
export async function accountOf(db: Database, name: 'learner' | 'mentor'): Promise<number> {
  const email = DEMO_ACCOUNTS.find((account) => account.email.startsWith(name))?.email ?? '';
  const [found] = await db
    .select({ id: memberAccounts.memberId, channel: memberAccounts.channel })
    .from(memberAccounts)
    .where(inArray(memberAccounts.account, [email]));
  if (found?.channel !== Channel.Email) throw new Error(`there is no demo account ${email}`);
  return found.id;
}

/**
 * The members of the demo, found by their images. Learners who have left are left out, and the demo's own mentor
 * replaces a mentor who has left.
 */
export async function demoPeople(db: Database): Promise<DemoPeople> {
  const rows = await db
    .select({ id: members.id, key: members.headimgKey })
    .from(members)
    .where(eq(members.passwordHash, NO_PASSWORD))
    .orderBy(asc(members.id));
  const withFace = (face: number): number | undefined => rows.find(({ key }) => key === avatarKey(face))?.id;
  const demoMentor = await accountOf(db, 'mentor');
  const learners = Array.from({ length: LEARNERS }, (_, index) => withFace(FIRST_FACE + index) ?? []);
  return {
    mentors: [demoMentor, ...MENTORS.slice(1).map(({ face }) => withFace(face) ?? demoMentor)],
    learners: learners.flat(),
    learner: await accountOf(db, 'learner'),
  };
}

/** Seeds twelve mentors and their learners. */
export async function seedPeople(db: Database, random: SeededRandom, now: number): Promise<void> {
  const person = (name: string, seed: number) => {
    const createdAt = now - random.stream(`age ${seed}`).between(20, 700) * DAY_MS;
    return {
      name,
      passwordHash: NO_PASSWORD,
      locale: Locale.Chinese,
      headimgKey: avatarKey(seed),
      createdAt,
      updatedAt: createdAt,
    };
  };
  const [first, ...others] = MENTORS;
  if (first === undefined) throw new Error('there are no mentors');
  const looks = ({ intro, area, face }: typeof first) => ({ intro, area, headimgKey: avatarKey(face) });
  const dress = (id: number, changes: Partial<typeof members.$inferInsert>) =>
    db.update(members).set(changes).where(eq(members.id, id));
  const demoMentor = await accountOf(db, 'mentor');
  const learner = await accountOf(db, 'learner');
  await dress(demoMentor, looks(first));
  await dress(learner, { headimgKey: avatarKey(400), interests: INTERESTS.slice(0, 3) });
  // They joined before their courses and enrollments, and so did their login accounts.
  for (const [id, days] of [
    [demoMentor, 720],
    [learner, 120],
  ] as const) {
    const createdAt = now - days * DAY_MS;
    await dress(id, { createdAt });
    await db.update(memberAccounts).set({ verifiedAt: createdAt }).where(eq(memberAccounts.memberId, id));
  }
  const right = { providerCheckStatus: 2, isProvider: true, currentType: 2 };
  const taught = await db
    .insert(members)
    .values(
      others.map((mentor, index) => ({
        ...{ ...person(mentor.name, mentor.face), ...looks(mentor), ...right },
        isHomework: index % 2 === 0,
      })),
    )
    .returning({ id: members.id });
  const mentors = [demoMentor, ...taught.map(({ id }) => id)];
  await db
    .insert(mentorProfiles)
    .values(
      MENTORS.map(({ intro, subjects, education, experience }, index) => ({
        ...{ memberId: mentors[index] ?? demoMentor, intro, subjects, education, experience, updatedAt: now },
      })),
    )
    .onConflictDoNothing();
  /** Every ninth learner has an English name. */
  const named = (index: number, seed: number): string => {
    const half = (names: readonly string[]) => names.filter((_, at) => (at % 2 === 1) === isWoman(seed));
    const own = random.stream(`name ${seed}`);
    return index % 9 === 8 ? own.pick(half(ENGLISH_NAMES)) : own.pick(FAMILY_NAMES) + own.pick(half(GIVEN_NAMES));
  };
  await db.insert(members).values(
    Array.from({ length: LEARNERS }, (_, index) => {
      const own = random.stream(`interests ${FIRST_FACE + index}`);
      return {
        ...person(named(index, FIRST_FACE + index), FIRST_FACE + index),
        interests: own.some(INTERESTS, own.between(0, 3)),
      };
    }),
  );
}
