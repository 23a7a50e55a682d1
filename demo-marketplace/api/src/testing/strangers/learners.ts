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
import type { Person, Town } from './town.js';

const UNKNOWN = { refusal: 'unknown' } as const;
const NOT_ENROLLED = { refusal: 'not-enrolled' } as const;
const UNUSABLE = { refusal: 'coupon-unusable' } as const;
const LEFT_OUT = { refusal: 'left-out' } as const;

const item = async (town: Town) => ({ type: 'course' as const, id: (await town.course()).no });

const note = (town: Town, { id }: Person, unit: string) => {
  const at = { created_at: town.now, updated_at: town.now };
  return town.row('lesson_note', { member_id: id, unit_id: unit, second: 7, content: 'A note of Alice', ...at });
};

export const notice = (town: Town, { id }: Person) =>
  town.row('notification', { member_id: id, type: 'system', kind: 'password-changed', created_at: town.now });

const said = (town: Town, { id }: Person, courseId: number) => ({
  ...{ course_id: courseId, member_id: id, content: 'Said by Alice', created_at: town.now },
});

export async function certificate(town: Town, { id }: Person): Promise<string> {
  const course = await town.course();
  await town.world.db.execute(`INSERT INTO signing_key VALUES ('of-a-test', 'x', 'sealed', 1) ON CONFLICT DO NOTHING`);
  const claims = { no: 'x', holder: 'Alice', course_zh: '', course_en: '', mentor: '', seconds: 1, units: 1 };
  const payload = JSON.stringify({ ...claims, issuer: 'us', issued_at: new Date(town.now).toISOString() });
  const proof = { payload, signature: '', kid: 'of-a-test', issued_at: town.now };
  return town.row('certificate', { no: attempt(), member_id: id, course_id: course.id, ...proof });
}

export const form = (more: Partial<ApplicationForm> = {}): ApplicationForm => ({
  ...{ real_name: '王小明', id_card: 'A123456789', area: '', intro: '十年教學', photo: '', clip: '' },
  ...{ subjects: ['數學'], education: [], experience: [], credentials: [], want: ['provider'] },
  ...more,
});

/** A quiz of a course that somebody learns. */
async function quiz(town: Town, owner: Person): Promise<string> {
  const { lesson } = await town.shared(owner);
  const both = (word: string) => ({ zh: word, en: '' });
  const choices = ['a', 'b'].map((id) => ({ id, text: both(id), is_right: id === 'a' }));
  const question = { id: 'one', text: both('?'), is_multiple: false, choices, reason: both('') };
  await town.world.db
    .update(units)
    .set({ type: 'quiz', quiz: { pass_percent: 60, questions: [question] } })
    .where(eq(units.id, Number(lesson)));
  return lesson;
}

/** What somebody hands in who has asked for nothing yet, with a file of the owner’s. */
async function applied(town: Town, owner: Person, field: 'photo' | 'clip' | 'credentials') {
  await town.unapplied(owner);
  const key = await town.file(owner, field === 'clip' ? 'clip' : 'document');
  return form({ [field]: field === 'credentials' ? [{ title: '證書', key }] : key });
}

/** Things of learners. */
export const LEARNER_CASES: readonly Case[] = [
  learners(revokeSession, 'id', async ({ world }, owner) => {
    const { data: other } = await world.call(emailLogin, { email: owner.email, password: PASSWORD });
    const { data } = await world.call(listSessions, {}, other);
    return { id: data.find(({ current }) => current)?.id ?? '' };
  }),
  learners(updateProfile, 'headimg', async (town, owner) => ({ headimg: await town.file(owner, 'image') }), UNKNOWN),

  learners(listNotices, 'cursor', async (town, owner) => ({ cursor: String(Number(await notice(town, owner)) + 1) }), {
    ...LEFT_OUT,
    mark: 'password-changed',
  }),
  learners(readNotices, 'ids.*', async (t, owner) => ({ ids: [await notice(t, owner)] }), LEFT_OUT),
  learners(deleteNotices, 'ids.*', async (t, owner) => ({ ids: [await notice(t, owner)] }), LEFT_OUT),

  learners(completeUpload, 'key', async (town, owner) => ({ key: await town.file(owner, 'image') })),
  learners(getUnfinishedUpload, 'key', async (town, owner) => ({ key: await town.unfinished(owner) })),
  learners(
    addFeedback,
    'image',
    async (town, owner) => ({
      ...{ type: 'problem' as const, content: 'See here' },
      image: await town.file(owner, 'complaint'),
    }),
    UNKNOWN,
  ),
  learners(
    addComplaint,
    'image',
    async (town, owner) => ({
      ...{ target_type: 'course' as const, target_id: (await town.course()).no, content: 'See here' },
      image: await town.file(owner, 'complaint'),
    }),
    UNKNOWN,
  ),

  learners(previewOrder, 'coupon_id', async (t, owner) => ({ item: await item(t), coupon_id: await t.coupon(owner) }), {
    ...UNUSABLE,
  }),
  learners(
    createOrder,
    'coupon_id',
    async (town, owner) => ({ item: await item(town), coupon_id: await town.coupon(owner), client_token: attempt() }),
    UNUSABLE,
  ),
  learners(getOrderStatus, 'order_no', async (town, owner) => ({ order_no: await town.order(owner) })),
  learners(getOrder, 'order_no', async (town, owner) => ({ order_no: await town.order(owner) })),
  learners(cancelOrder, 'order_no', async (town, owner) => ({ order_no: await town.order(owner) })),
  learners(applyInvoice, 'order_no', async (town, owner) => ({
    ...{ order_no: await town.order(owner, 'paid'), type: 'personal' as const, title: 'Somebody' },
  })),
  learners(previewRefund, 'order_no', async (town, owner) => ({ order_no: await town.order(owner, 'paid') })),
  learners(deleteOrder, 'order_no', async (town, owner) => {
    const order_no = await town.order(owner);
    await town.world.call(cancelOrder, { order_no }, { token: owner.token });
    return { order_no };
  }),
  learners(applyRefund, 'order_no', async (town, owner) => ({
    ...{ order_no: await town.order(owner, 'paid'), reason: 'No use for it', client_token: attempt() },
  })),
  learners(
    applyRefund,
    'images.*',
    async (town, owner) => ({
      ...{ order_no: await town.order(owner, 'paid'), reason: 'No use for it', client_token: attempt() },
      images: [await town.file(owner, 'document')],
    }),
    UNKNOWN,
  ),
  learners(cancelRefund, 'order_no', async (town, owner) => ({ order_no: await town.order(owner, 'refunding') })),
  learners(listPayChannels, 'order_no', async (town, owner) => ({ order_no: await town.order(owner) })),
  learners(submitPayment, 'order_no', async (town, owner) => ({
    ...{ order_no: await town.order(owner), channel: 'balance' as const, pay_password: PAY_PASSWORD },
    client_token: attempt(),
  })),
  learners(getPaymentResult, 'order_no', async (town, owner) => ({ order_no: await town.order(owner) })),
  learners(showBacker, 'course_id', async (town, owner) => ({ course_id: (await town.pledged(owner)).no, on: true })),

  learners(deletePayoutAccount, 'id', async (town, owner) => ({ id: await town.account(owner) })),
  learners(withdraw, 'account_id', async (town, owner) => ({
    ...(await town.withdrawalOf(owner)),
    client_token: attempt(),
  })),
  learners(cancelWithdrawal, 'id', async (town, owner) => ({
    id: await town.withdrawal(owner),
    client_token: attempt(),
  })),

  learners(
    addReview,
    'course_id',
    async (town, owner) => ({ course_id: (await town.shared(owner)).no, star: 5 as const, content: 'Good' }),
    NOT_ENROLLED,
  ),
  learners(
    addReview,
    'images.*',
    async (town, owner, asker) => ({
      ...{ course_id: (await town.shared(owner, asker)).no, star: 5 as const, content: 'Good' },
      images: [await town.file(owner, 'image')],
    }),
    UNKNOWN,
  ),
  learners(deleteReview, 'id', async (town, owner, asker) => {
    const { id } = await town.shared(owner, asker);
    return { id: await town.row('review', { ...said(town, owner, id), star: 5, updated_at: town.now }) };
  }),
  learners(
    askQuestion,
    'course_id',
    async (town, owner) => ({ course_id: (await town.shared(owner)).no, content: 'Why?' }),
    NOT_ENROLLED,
  ),
  learners(
    replyQuestion,
    'id',
    async (town, owner) => {
      const { id } = await town.shared(owner);
      return { id: await town.row('course_question', said(town, owner, id)), content: 'Because' };
    },
    NOT_ENROLLED,
  ),

  learners(playAuth, 'unit_id', async (town, owner) => ({ unit_id: (await town.shared(owner)).lesson }), NOT_ENROLLED),
  learners(
    saveProgress,
    'unit_id',
    async (town, owner) => ({
      ...{ unit_id: (await town.shared(owner)).lesson, second: 3, watched: [[0, 3] as [number, number]], ended: false },
      ...{ play: 'one-play', step: 1 },
    }),
    NOT_ENROLLED,
  ),
  learners(getQuiz, 'unit_id', async (town, owner) => ({ unit_id: await quiz(town, owner) }), NOT_ENROLLED),
  learners(
    submitQuiz,
    'unit_id',
    async (town, owner) => ({
      ...{ unit_id: await quiz(town, owner), answers: [{ question: 'one', choices: ['a'] }] },
    }),
    NOT_ENROLLED,
  ),
  learners(listNotes, 'unit_id', async (town, owner) => ({ unit_id: (await town.shared(owner)).lesson }), NOT_ENROLLED),
  learners(
    saveNote,
    'unit_id',
    async (town, owner) => ({ unit_id: (await town.shared(owner)).lesson, second: 1, content: 'Mine' }),
    NOT_ENROLLED,
  ),
  learners(saveNote, 'id', async (town, owner, asker) => {
    const { lesson } = await town.shared(owner, asker);
    return { id: await note(town, owner, lesson), unit_id: lesson, second: 1, content: 'Overwritten' };
  }),
  learners(deleteNote, 'id', async (town, owner, asker) => {
    const { lesson } = await town.shared(owner, asker);
    return { id: await note(town, owner, lesson) };
  }),
  learners(getCertificate, 'id', async (town, owner) => ({ id: await certificate(town, owner) })),

  ...(['photo', 'clip', 'credentials'] as const).flatMap((part) => {
    const field = part === 'credentials' ? 'credentials.*.key' : part;
    return [
      learners(saveApplication, field, (town, owner) => applied(town, owner, part), UNKNOWN),
      learners(
        applyAsMentor,
        field,
        async (town, owner) => ({ ...(await applied(town, owner, part)), agree: true }),
        UNKNOWN,
      ),
    ];
  }),
];
