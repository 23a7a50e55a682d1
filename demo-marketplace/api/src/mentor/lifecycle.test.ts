import {
  applyAsMentor,
  FailureReason,
  ResultCode,
  recallCourse,
  saveApplication,
  saveCourse,
  saveOutline,
  submitCourse,
  type CourseBasics,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { categories, courseDrafts, courses, media, members, providerApplications } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import { mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';
import { decideApplication, decideCourse } from './index.js';
import { APPLICATION, COURSE, courseStateOf, type CourseEvent, type CourseState } from './lifecycle.js';

let world: World;
let token: string;
let basics: CourseBasics;
beforeAll(async () => {
  world = await World.start();
  const mentor = await mentorIn(world);
  token = mentor.token;
  const texts = { zh: '線性代數', en: '' };
  const lists = { zh: ['矩陣'], en: [] };
  const cover = { key: 'image/20270115/1800000000000cover.png', type: 'image', mime: 'image/png' };
  await world.db
    .insert(media)
    .values({ ownerId: mentor.id, ...cover, maxBytes: 10, size: 5, createdAt: 1, storedAt: 2 });
  const [category] = await world.db
    .insert(categories)
    .values({ kind: 'course', nameZh: '數學', nameEn: '' })
    .returning();
  basics = {
    title: texts,
    subtitle: texts,
    intro: texts,
    learn: lists,
    requirements: lists,
    audience: lists,
    category_id: String(category?.id),
    level: 1,
    lang: 'zh',
    price_cents: 120_000,
    original_price_cents: 150_000,
    images: [cover.key],
    clip: '',
    crowdfund: null,
  };
});
afterAll(() => world.close());

/** The reason that an answer or an error gives; `ok` where there is none. */
const reasonOf = async (outcome: Promise<unknown>): Promise<string> => {
  try {
    const answer = (await outcome) as { readonly code?: number; readonly data?: { readonly reason?: string } };
    return answer.code === undefined || answer.code === ResultCode.Ok ? 'ok' : (answer.data?.reason ?? 'unknown');
  } catch (error) {
    if (error instanceof ApiFailure) return error.data.reason;
    throw error;
  }
};

const decided = (run: (now: number) => Promise<unknown>): Promise<string> => reasonOf(run(world.clock.now()));

describe('a course', () => {
  const rowsOf = async (id: string) => {
    const [course] = await world.db
      .select()
      .from(courses)
      .where(eq(courses.id, Number(id)));
    const [draft] = await world.db
      .select()
      .from(courseDrafts)
      .where(eq(courseDrafts.courseId, Number(id)));
    if (course === undefined) throw new Error('there is no such course');
    return { course, draft };
  };
  const decide = (id: string, pass: boolean) =>
    decided((now) => world.db.transaction((tx) => decideCourse(tx, { id: Number(id), pass, reason: 'no', now })));

  const EVENTS: Readonly<Record<CourseEvent, (id: string) => Promise<string>>> = {
    edit: async (id) => {
      const { version } = (await rowsOf(id)).course;
      return reasonOf(world.call(saveCourse, { id, version, ...basics, level: version % 3 }, { token }));
    },
    submit: (id) => reasonOf(world.call(submitCourse, { id }, { token })),
    recall: (id) => reasonOf(world.call(recallCourse, { id }, { token })),
    approve: (id) => decide(id, true),
    refuse: (id) => decide(id, false),
  };
  /** The events that lead from a new course to each state. */
  const PATHS: Readonly<Record<CourseState, readonly CourseEvent[]>> = {
    draft: [],
    pending: ['submit'],
    refused: ['submit', 'refuse'],
    approved: ['submit', 'approve'],
    'change-draft': ['submit', 'approve', 'edit'],
    'change-pending': ['submit', 'approve', 'edit', 'submit'],
    'change-refused': ['submit', 'approve', 'edit', 'submit', 'refuse'],
  };
  /** The state that follows; a missing event is refused. */
  const EXPECTED: Readonly<Record<CourseState, Readonly<Partial<Record<CourseEvent, CourseState>>>>> = {
    draft: { edit: 'draft', submit: 'pending' },
    pending: { recall: 'draft', approve: 'approved', refuse: 'refused' },
    refused: { edit: 'refused', submit: 'pending' },
    approved: { edit: 'change-draft' },
    'change-draft': { edit: 'change-draft', submit: 'change-pending' },
    'change-pending': { recall: 'change-draft', approve: 'approved', refuse: 'change-refused' },
    'change-refused': { edit: 'change-refused', submit: 'change-pending' },
  };

  it('has a path to each state, and all events are tried', () => {
    expect(COURSE.states.toSorted()).toEqual(Object.keys(PATHS).toSorted());
    expect(COURSE.events.toSorted()).toEqual(Object.keys(EVENTS).toSorted());
  });

  it.each(COURSE.states)('that is "%s" follows its table by each event, and refuses all others', async (state) => {
    const chapters = [{ title: basics.title, units: [{ type: 'article', title: basics.title, media: '', ...BODY }] }];
    const courseInState = async (): Promise<string> => {
      const { id, version } = (await world.call(saveCourse, { version: 0, ...basics }, { token })).data;
      await world.call(saveOutline, { id, version, chapters }, { token });
      for (const step of PATHS[state]) expect(await EVENTS[step](id)).toBe('ok');
      return id;
    };
    const legal = EXPECTED[state];
    let id: string | undefined = await courseInState();
    const before = await rowsOf(id);
    expect(courseStateOf(before)).toBe(state);
    for (const event of COURSE.events.filter((one) => legal[one] === undefined)) {
      expect([event, await EVENTS[event](id)]).toEqual([event, FailureReason.StateChanged]);
    }
    expect(await rowsOf(id)).toEqual(before);
    for (const [event, next] of Object.entries(legal) as [CourseEvent, CourseState][]) {
      id ??= await courseInState();
      expect([event, await EVENTS[event](id)]).toEqual([event, 'ok']);
      const after = await rowsOf(id);
      expect([event, courseStateOf(after)]).toEqual([event, next]);
      // Both rows agree on a course that was never approved.
      if (after.course.status !== 'approved') {
        const version = { draft: 'editing', pending: 'pending', refused: 'refused' }[after.course.status];
        expect(after.draft?.state).toBe(version);
      }
      id = undefined;
    }
  });
});

const BODY = { body_html: '<p>向量</p>', preview: true };

describe('an application', () => {
  const FORM = {
    ...{ real_name: '王小明', id_card: 'A123456789', area: '', intro: '十年教學。', photo: '', clip: '' },
    ...{ subjects: ['數學'], education: [], experience: [], credentials: [] },
    want: ['provider' as const, 'homework' as const],
  };
  const EVENTS = {
    save: (person: Person) => reasonOf(world.call(saveApplication, FORM, person)),
    apply: (person: Person) => reasonOf(world.call(applyAsMentor, { ...FORM, agree: true }, person)),
    approve: ({ id }: Person) => decide(id, true),
    fail: ({ id }: Person) => decide(id, false),
  };
  type Person = { readonly token: string; readonly id: number };
  type Event = keyof typeof EVENTS;
  const decide = (id: number, pass: boolean) =>
    decided((now) => world.db.transaction((tx) => decideApplication(tx, { id, pass, reason: 'no', now })));
  const PATHS: Readonly<Record<string, readonly Event[]>> = {
    draft: ['save'],
    applying: ['apply'],
    approved: ['apply', 'approve'],
    failed: ['apply', 'fail'],
  };
  const EXPECTED: Readonly<Record<string, Readonly<Partial<Record<Event, string>>>>> = {
    draft: { save: 'draft', apply: 'applying' },
    applying: { approve: 'approved', fail: 'failed' },
    approved: { save: 'approved', apply: 'applying' },
    failed: { save: 'failed', apply: 'applying' },
  };

  it('has a path to each state, and all events are tried', () => {
    expect(APPLICATION.states.toSorted()).toEqual(Object.keys(PATHS).toSorted());
    expect(APPLICATION.events.toSorted()).toEqual(Object.keys(EVENTS).toSorted());
  });

  it.each(APPLICATION.states)('that is "%s" follows its table by each event, and refuses all others', async (state) => {
    const personInState = async (): Promise<Person> => {
      const made = await world.member();
      const person = { token: made.token, id: Number(made.member.id) };
      for (const step of PATHS[state] ?? []) expect(await EVENTS[step](person)).toBe('ok');
      // A mentor with one permission, who applies for the other one.
      await world.db.update(members).set({ isHomework: false }).where(eq(members.id, person.id));
      return person;
    };
    const rowOf = async ({ id }: Person) =>
      (await world.db.select().from(providerApplications).where(eq(providerApplications.memberId, id)))[0];
    const legal = EXPECTED[state] ?? {};
    let person: Person | undefined = await personInState();
    const before = await rowOf(person);
    expect(before?.state).toBe(state);
    for (const event of (Object.keys(EVENTS) as Event[]).filter((one) => legal[one] === undefined)) {
      expect([event, await EVENTS[event](person)]).toEqual([event, FailureReason.StateChanged]);
    }
    expect(await rowOf(person)).toEqual(before);
    for (const [event, next] of Object.entries(legal) as [Event, string][]) {
      person ??= await personInState();
      expect([event, await EVENTS[event](person)]).toEqual([event, 'ok']);
      expect([event, (await rowOf(person))?.state]).toEqual([event, next]);
      person = undefined;
    }
  });
});
