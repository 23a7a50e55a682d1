import {
  addComplaint,
  addFeedback,
  addReview,
  applyAsMentor,
  applyInvoice,
  applyRefund,
  askQuestion,
  cancelOrder,
  cancelRefund,
  cancelWithdrawal,
  completeUpload,
  createOrder,
  deleteNote,
  deleteNotices,
  deleteOrder,
  deletePayoutAccount,
  deleteReview,
  emailLogin,
  getCertificate,
  getOrder,
  getOrderStatus,
  getPaymentResult,
  getQuiz,
  getUnfinishedUpload,
  listNotes,
  listNotices,
  listPayChannels,
  listSessions,
  playAuth,
  previewOrder,
  previewRefund,
  readNotices,
  replyQuestion,
  revokeSession,
  saveApplication,
  saveNote,
  saveProgress,
  showBacker,
  submitPayment,
  submitQuiz,
  updateProfile,
  withdraw,
  type ApplicationForm,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { units } from '../../db/schema/index.js';
import { attempt, PAY_PASSWORD } from '../money.js';
import { PASSWORD } from '../world.js';
import { learners, type Case } from './case.js';
import type { Person, AuthorizationFixtures } from './fixtures.js';

const UNKNOWN = { refusal: 'unknown' } as const;
const NOT_ENROLLED = { refusal: 'not-enrolled' } as const;
const UNUSABLE = { refusal: 'coupon-unusable' } as const;
const LEFT_OUT = { refusal: 'left-out' } as const;

const item = async (fixtures: AuthorizationFixtures) => ({ type: 'course' as const, id: (await fixtures.course()).no });

const note = (fixtures: AuthorizationFixtures, { id }: Person, unit: string) => {
  const at = { created_at: fixtures.now, updated_at: fixtures.now };
  return fixtures.row('lesson_note', { member_id: id, unit_id: unit, second: 7, content: 'A note of Alice', ...at });
};

export const notice = (fixtures: AuthorizationFixtures, { id }: Person) =>
  fixtures.row('notification', { member_id: id, type: 'system', kind: 'password-changed', created_at: fixtures.now });

const said = (fixtures: AuthorizationFixtures, { id }: Person, courseId: number) => ({
  ...{ course_id: courseId, member_id: id, content: 'Said by Alice', created_at: fixtures.now },
});

export async function certificate(fixtures: AuthorizationFixtures, { id }: Person): Promise<string> {
  const course = await fixtures.course();
  await fixtures.world.db.execute(
    `INSERT INTO signing_key VALUES ('of-a-test', 'x', 'sealed', 1) ON CONFLICT DO NOTHING`,
  );
  const claims = { no: 'x', holder: 'Alice', course_zh: '', course_en: '', mentor: '', seconds: 1, units: 1 };
  const payload = JSON.stringify({ ...claims, issuer: 'us', issued_at: new Date(fixtures.now).toISOString() });
  const proof = { payload, signature: '', kid: 'of-a-test', issued_at: fixtures.now };
  return fixtures.row('certificate', { no: attempt(), member_id: id, course_id: course.id, ...proof });
}

export const form = (more: Partial<ApplicationForm> = {}): ApplicationForm => ({
  ...{ real_name: '王小明', id_card: 'A123456789', area: '', intro: '十年教學', photo: '', clip: '' },
  ...{ subjects: ['數學'], education: [], experience: [], credentials: [], want: ['provider'] },
  ...more,
});

/** A quiz of a course in which the owner is enrolled. */
async function quiz(fixtures: AuthorizationFixtures, owner: Person): Promise<string> {
  const { lesson } = await fixtures.shared(owner);
  const both = (word: string) => ({ zh: word, en: '' });
  const choices = ['a', 'b'].map((id) => ({ id, text: both(id), is_right: id === 'a' }));
  const question = { id: 'one', text: both('?'), is_multiple: false, choices, reason: both('') };
  await fixtures.world.db
    .update(units)
    .set({ type: 'quiz', quiz: { pass_percent: 60, questions: [question] } })
    .where(eq(units.id, Number(lesson)));
  return lesson;
}

/** Application of a member who has not applied yet, with a file of the owner. */
async function applied(fixtures: AuthorizationFixtures, owner: Person, field: 'photo' | 'clip' | 'credentials') {
  await fixtures.unapplied(owner);
  const key = await fixtures.file(owner, field === 'clip' ? 'clip' : 'document');
  return form({ [field]: field === 'credentials' ? [{ title: '證書', key }] : key });
}

/** Cases for resources of learners. */
export const LEARNER_CASES: readonly Case[] = [
  learners(revokeSession, 'id', async ({ world }, owner) => {
    const { data: other } = await world.call(emailLogin, { email: owner.email, password: PASSWORD });
    const { data } = await world.call(listSessions, {}, other);
    return { id: data.find(({ current }) => current)?.id ?? '' };
  }),
  learners(
    updateProfile,
    'headimg',
    async (fixtures, owner) => ({ headimg: await fixtures.file(owner, 'image') }),
    UNKNOWN,
  ),

  learners(
    listNotices,
    'cursor',
    async (fixtures, owner) => ({ cursor: String(Number(await notice(fixtures, owner)) + 1) }),
    {
      ...LEFT_OUT,
      mark: 'password-changed',
    },
  ),
  learners(readNotices, 'ids.*', async (t, owner) => ({ ids: [await notice(t, owner)] }), LEFT_OUT),
  learners(deleteNotices, 'ids.*', async (t, owner) => ({ ids: [await notice(t, owner)] }), LEFT_OUT),

  learners(completeUpload, 'key', async (fixtures, owner) => ({ key: await fixtures.file(owner, 'image') })),
  learners(getUnfinishedUpload, 'key', async (fixtures, owner) => ({ key: await fixtures.unfinished(owner) })),
  learners(
    addFeedback,
    'image',
    async (fixtures, owner) => ({
      ...{ type: 'problem' as const, content: 'See here' },
      image: await fixtures.file(owner, 'complaint'),
    }),
    UNKNOWN,
  ),
  learners(
    addComplaint,
    'image',
    async (fixtures, owner) => ({
      ...{ target_type: 'course' as const, target_id: (await fixtures.course()).no, content: 'See here' },
      image: await fixtures.file(owner, 'complaint'),
    }),
    UNKNOWN,
  ),

  learners(previewOrder, 'coupon_id', async (t, owner) => ({ item: await item(t), coupon_id: await t.coupon(owner) }), {
    ...UNUSABLE,
  }),
  learners(
    createOrder,
    'coupon_id',
    async (fixtures, owner) => ({
      item: await item(fixtures),
      coupon_id: await fixtures.coupon(owner),
      client_token: attempt(),
    }),
    UNUSABLE,
  ),
  learners(getOrderStatus, 'order_no', async (fixtures, owner) => ({ order_no: await fixtures.order(owner) })),
  learners(getOrder, 'order_no', async (fixtures, owner) => ({ order_no: await fixtures.order(owner) })),
  learners(cancelOrder, 'order_no', async (fixtures, owner) => ({ order_no: await fixtures.order(owner) })),
  learners(applyInvoice, 'order_no', async (fixtures, owner) => ({
    ...{ order_no: await fixtures.order(owner, 'paid'), type: 'personal' as const, title: 'Somebody' },
  })),
  learners(previewRefund, 'order_no', async (fixtures, owner) => ({ order_no: await fixtures.order(owner, 'paid') })),
  learners(deleteOrder, 'order_no', async (fixtures, owner) => {
    const order_no = await fixtures.order(owner);
    await fixtures.world.call(cancelOrder, { order_no }, { token: owner.token });
    return { order_no };
  }),
  learners(applyRefund, 'order_no', async (fixtures, owner) => ({
    ...{ order_no: await fixtures.order(owner, 'paid'), reason: 'No use for it', client_token: attempt() },
  })),
  learners(
    applyRefund,
    'images.*',
    async (fixtures, owner) => ({
      ...{ order_no: await fixtures.order(owner, 'paid'), reason: 'No use for it', client_token: attempt() },
      images: [await fixtures.file(owner, 'document')],
    }),
    UNKNOWN,
  ),
  learners(cancelRefund, 'order_no', async (fixtures, owner) => ({
    order_no: await fixtures.order(owner, 'refunding'),
  })),
  learners(listPayChannels, 'order_no', async (fixtures, owner) => ({ order_no: await fixtures.order(owner) })),
  learners(submitPayment, 'order_no', async (fixtures, owner) => ({
    ...{ order_no: await fixtures.order(owner), channel: 'balance' as const, pay_password: PAY_PASSWORD },
    client_token: attempt(),
  })),
  learners(getPaymentResult, 'order_no', async (fixtures, owner) => ({ order_no: await fixtures.order(owner) })),
  learners(showBacker, 'course_id', async (fixtures, owner) => ({
    course_id: (await fixtures.pledged(owner)).no,
    on: true,
  })),

  learners(deletePayoutAccount, 'id', async (fixtures, owner) => ({ id: await fixtures.account(owner) })),
  learners(withdraw, 'account_id', async (fixtures, owner) => ({
    ...(await fixtures.withdrawalOf(owner)),
    client_token: attempt(),
  })),
  learners(cancelWithdrawal, 'id', async (fixtures, owner) => ({
    id: await fixtures.withdrawal(owner),
    client_token: attempt(),
  })),

  learners(
    addReview,
    'course_id',
    async (fixtures, owner) => ({ course_id: (await fixtures.shared(owner)).no, star: 5 as const, content: 'Good' }),
    NOT_ENROLLED,
  ),
  learners(
    addReview,
    'images.*',
    async (fixtures, owner, asker) => ({
      ...{ course_id: (await fixtures.shared(owner, asker)).no, star: 5 as const, content: 'Good' },
      images: [await fixtures.file(owner, 'image')],
    }),
    UNKNOWN,
  ),
  learners(deleteReview, 'id', async (fixtures, owner, asker) => {
    const { id } = await fixtures.shared(owner, asker);
    return { id: await fixtures.row('review', { ...said(fixtures, owner, id), star: 5, updated_at: fixtures.now }) };
  }),
  learners(
    askQuestion,
    'course_id',
    async (fixtures, owner) => ({ course_id: (await fixtures.shared(owner)).no, content: 'Why?' }),
    NOT_ENROLLED,
  ),
  learners(
    replyQuestion,
    'id',
    async (fixtures, owner) => {
      const { id } = await fixtures.shared(owner);
      return { id: await fixtures.row('course_question', said(fixtures, owner, id)), content: 'Because' };
    },
    NOT_ENROLLED,
  ),

  learners(
    playAuth,
    'unit_id',
    async (fixtures, owner) => ({ unit_id: (await fixtures.shared(owner)).lesson }),
    NOT_ENROLLED,
  ),
  learners(
    saveProgress,
    'unit_id',
    async (fixtures, owner) => ({
      ...{
        unit_id: (await fixtures.shared(owner)).lesson,
        second: 3,
        watched: [[0, 3] as [number, number]],
        ended: false,
      },
      ...{ play: 'one-play', step: 1 },
    }),
    NOT_ENROLLED,
  ),
  learners(getQuiz, 'unit_id', async (fixtures, owner) => ({ unit_id: await quiz(fixtures, owner) }), NOT_ENROLLED),
  learners(
    submitQuiz,
    'unit_id',
    async (fixtures, owner) => ({
      ...{ unit_id: await quiz(fixtures, owner), answers: [{ question: 'one', choices: ['a'] }] },
    }),
    NOT_ENROLLED,
  ),
  learners(
    listNotes,
    'unit_id',
    async (fixtures, owner) => ({ unit_id: (await fixtures.shared(owner)).lesson }),
    NOT_ENROLLED,
  ),
  learners(
    saveNote,
    'unit_id',
    async (fixtures, owner) => ({ unit_id: (await fixtures.shared(owner)).lesson, second: 1, content: 'Mine' }),
    NOT_ENROLLED,
  ),
  learners(saveNote, 'id', async (fixtures, owner, asker) => {
    const { lesson } = await fixtures.shared(owner, asker);
    return { id: await note(fixtures, owner, lesson), unit_id: lesson, second: 1, content: 'Overwritten' };
  }),
  learners(deleteNote, 'id', async (fixtures, owner, asker) => {
    const { lesson } = await fixtures.shared(owner, asker);
    return { id: await note(fixtures, owner, lesson) };
  }),
  learners(getCertificate, 'id', async (fixtures, owner) => ({ id: await certificate(fixtures, owner) })),

  ...(['photo', 'clip', 'credentials'] as const).flatMap((part) => {
    const field = part === 'credentials' ? 'credentials.*.key' : part;
    return [
      learners(saveApplication, field, (fixtures, owner) => applied(fixtures, owner, part), UNKNOWN),
      learners(
        applyAsMentor,
        field,
        async (fixtures, owner) => ({ ...(await applied(fixtures, owner, part)), agree: true }),
        UNKNOWN,
      ),
    ];
  }),
];
