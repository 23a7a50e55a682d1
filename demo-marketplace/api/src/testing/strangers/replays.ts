import {
  addCampaignUpdate,
  announce,
  applyRefund,
  cancelCrowdfund,
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
import type { Body, Person, Town } from './town.js';

/** An action that is done once however often it comes with its `client_token`. */
export interface Replayed {
  readonly action: AnyAction;
  /** Two who may do it, each with things of their own. */
  readonly people: (town: Town) => readonly [Person, Person];
  /** What one of them asks, but for the token. */
  readonly body: (town: Town, person: Person) => Promise<Body>;
  /** Changes it to something else that the action takes, too. */
  readonly other: (body: Body, town: Town, person: Person) => Promise<Body> | Body;
}

type BodyOf<A extends AnyAction> = Omit<RequestOf<A>, 'client_token'>;

const replayed = <A extends AnyAction>(
  action: A,
  people: Replayed['people'],
  body: (town: Town, person: Person) => Promise<BodyOf<A>>,
  other: Replayed['other'],
): Replayed => ({ action, people, body: (...args) => body(...args) as unknown as Promise<Body>, other });

const learners = ({ alice, bob }: Town) => [alice, bob] as const;
const mentors = ({ mia, max }: Town) => [mia, max] as const;
const office = (town: Town) => town.office;

const course = async (town: Town, { id: mentorId }: Person): Promise<string> => {
  const { no, id } = await town.course({ mentorId });
  await town.learns(town.alice, id);
  return no;
};
const said = (body: Body): Body => ({ ...body, content: 'Something else' });
const because = (body: Body): Body => ({ ...body, reason: 'Another reason' });

/** Every action that may come again. */
export const REPLAYED: readonly Replayed[] = [
  replayed(
    createOrder,
    learners,
    async (town) => ({ item: { type: 'course' as const, id: (await town.course()).no }, points: 1 }),
    (body) => ({ ...body, points: 2 }),
  ),
  replayed(
    applyRefund,
    learners,
    async (town, person) => ({ order_no: await town.order(person, 'paid'), reason: 'No use for it' }),
    because,
  ),
  replayed(
    submitPayment,
    learners,
    async (town, person) => ({
      ...{ order_no: await town.order(person), channel: 'balance' as const, pay_password: PAY_PASSWORD },
    }),
    (body) => ({ ...body, channel: 'mock' }),
  ),
  replayed(
    withdraw,
    learners,
    (town, person) => town.withdrawalOf(person),
    (body) => ({ ...body, amount_cents: 100_001 }),
  ),
  replayed(
    cancelWithdrawal,
    learners,
    async (town, person) => ({ id: await town.withdrawal(person) }),
    async (_body, town, person) => ({ id: await town.withdrawal(person) }),
  ),
  replayed(
    decideWithdrawal,
    office,
    async (town) => ({ id: await town.withdrawal(town.alice), pass: false, reason: 'The bank says no' }),
    because,
  ),
  replayed(
    decideRefundRequest,
    office,
    async (town) => ({ id: await town.refund(town.alice), pass: false, reason: 'Too much was watched' }),
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
    async (town, person) => ({ course_id: await course(town, person), content: 'Hear, hear' }),
    said,
  ),
  replayed(
    messageBuyers,
    mentors,
    async (town, person) => ({ course_id: await course(town, person), content: 'Hear, hear' }),
    said,
  ),
  replayed(
    addCampaignUpdate,
    mentors,
    async (town, { id }) => ({ course_id: (await town.campaign({ mentorId: id })).no, content: 'It grows' }),
    said,
  ),
  replayed(
    cancelCrowdfund,
    mentors,
    async (town, { id }) => ({ course_id: (await town.campaign({ mentorId: id })).no, reason: 'Ill' }),
    because,
  ),
  replayed(
    mailServer,
    learners,
    async () => ({ email: 'friend@example.org', content: 'http://localhost/video-info?id=7', type: 1 as const }),
    (body) => ({ ...body, content: 'http://localhost/search' }),
  ),
];
