import {
  addCampaignUpdate,
  announce,
  applyRefund,
  cancelCrowdfund,
  cancelSession,
  cancelWithdrawal,
  closePaymentCase,
  createOrder,
  decideRefundRequest,
  decideWithdrawal,
  mailServer,
  messageBuyers,
  submitPayment,
  withdraw,
  type AnyAction,
  type RequestOf,
} from '@lectern/marketplace-contract';
import { randomUUID } from 'node:crypto';
import { paymentCases } from '../../db/schema/index.js';
import { PAY_PASSWORD } from '../money.js';
import { soldSession } from './lives.js';
import type { Body, Person, AuthorizationFixtures } from './fixtures.js';

/** An action that runs once per `client_token`. */
export interface Replayed {
  readonly action: AnyAction;
  /** Two permitted callers, each with resources of their own. */
  readonly people: (fixtures: AuthorizationFixtures) => readonly [Person, Person];
  /** Request of one of them, without the token. */
  readonly body: (fixtures: AuthorizationFixtures, person: Person) => Promise<Body>;
  /** Changes it to another valid request. */
  readonly other: (body: Body, fixtures: AuthorizationFixtures, person: Person) => Promise<Body> | Body;
}

type BodyOf<A extends AnyAction> = Omit<RequestOf<A>, 'client_token'>;

const replayed = <A extends AnyAction>(
  action: A,
  people: Replayed['people'],
  body: (fixtures: AuthorizationFixtures, person: Person) => Promise<BodyOf<A>>,
  other: Replayed['other'],
): Replayed => ({ action, people, body: (...args) => body(...args) as unknown as Promise<Body>, other });

const learners = ({ alice, bob }: AuthorizationFixtures) => [alice, bob] as const;
const mentors = ({ mia, max }: AuthorizationFixtures) => [mia, max] as const;
const office = (fixtures: AuthorizationFixtures) => fixtures.office;

const course = async (fixtures: AuthorizationFixtures, { id: mentorId }: Person): Promise<string> => {
  const { no, id } = await fixtures.course({ mentorId });
  await fixtures.learns(fixtures.alice, id);
  return no;
};
const said = (body: Body): Body => ({ ...body, content: 'Something else' });
const because = (body: Body): Body => ({ ...body, reason: 'Another reason' });

/** All actions with a `client_token`. */
export const REPLAYED: readonly Replayed[] = [
  replayed(
    createOrder,
    learners,
    async (fixtures) => ({ item: { type: 'course' as const, id: (await fixtures.course()).no }, points: 100 }),
    (body) => ({ ...body, points: 200 }),
  ),
  replayed(
    applyRefund,
    learners,
    async (fixtures, person) => ({ order_no: await fixtures.order(person, 'paid'), reason: 'No use for it' }),
    because,
  ),
  replayed(
    submitPayment,
    learners,
    async (fixtures, person) => ({
      ...{ order_no: await fixtures.order(person), channel: 'balance' as const, pay_password: PAY_PASSWORD },
    }),
    (body) => ({ ...body, channel: 'mock' }),
  ),
  replayed(
    withdraw,
    learners,
    (fixtures, person) => fixtures.withdrawalOf(person),
    (body) => ({ ...body, amount_cents: 100_100 }),
  ),
  replayed(
    cancelWithdrawal,
    learners,
    async (fixtures, person) => ({ id: await fixtures.withdrawal(person) }),
    async (_body, fixtures, person) => ({ id: await fixtures.withdrawal(person) }),
  ),
  replayed(
    decideWithdrawal,
    office,
    async (fixtures) => ({ id: await fixtures.withdrawal(fixtures.alice), pass: false, reason: 'The bank says no' }),
    because,
  ),
  replayed(
    decideRefundRequest,
    office,
    async (fixtures) => ({ id: await fixtures.refund(fixtures.alice), pass: false, reason: 'Too much was watched' }),
    because,
  ),
  replayed(
    closePaymentCase,
    office,
    async ({ world, now }) => {
      const facts = { kind: 'unknown-payment' as const, reference: randomUUID(), openedAt: now };
      const [made] = await world.db.insert(paymentCases).values(facts).returning({ id: paymentCases.id });
      return { id: String(made?.id), outcome: 'dismissed' as const, reason: 'Nobody of ours' };
    },
    because,
  ),
  replayed(
    announce,
    mentors,
    async (fixtures, person) => ({ course_id: await course(fixtures, person), content: 'Hear, hear' }),
    said,
  ),
  replayed(
    messageBuyers,
    mentors,
    async (fixtures, person) => ({ course_id: await course(fixtures, person), content: 'Hear, hear' }),
    said,
  ),
  replayed(
    addCampaignUpdate,
    mentors,
    async (fixtures, { id }) => ({ course_id: (await fixtures.campaign({ mentorId: id })).no, content: 'It grows' }),
    said,
  ),
  replayed(
    cancelCrowdfund,
    mentors,
    async (fixtures, { id }) => ({ course_id: (await fixtures.campaign({ mentorId: id })).no, reason: 'Ill' }),
    because,
  ),
  replayed(
    cancelSession,
    mentors,
    async (fixtures, person) => ({ session_id: await soldSession(fixtures, person), reason: 'Ill' }),
    because,
  ),
  replayed(
    mailServer,
    learners,
    async () => ({ email: 'friend@example.org', content: 'http://localhost/video-info?id=7', type: 1 as const }),
    (body) => ({ ...body, content: 'http://localhost/search' }),
  ),
];
