import { createOrder, getOrder, ResultCode } from '@lectern/marketplace-contract';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { mentorIn } from './courses.js';
import { attempt, checkBooks, giveMoney, givePayPassword, payIn } from './money.js';
import type { liveIn } from './lives.js';
import { World } from './world.js';

/** Price of a ticket, in cents. */
export const TICKET_PRICE = 10_000;

type Live = Awaited<ReturnType<typeof liveIn>>;
interface Buyer {
  readonly token: string;
}

/** A member with money for a hundred tickets. */
export async function buyerIn(world: World) {
  const { token, member } = await world.member();
  await giveMoney(world, member.id, 100 * TICKET_PRICE);
  await givePayPassword(world, member.id);
  return { token, id: Number(member.id) };
}

/** Item of an order: tickets of the type at a position of the class. */
export const itemOf = ({ no, types }: Live, quantity = 1, at = 0) => ({
  ...{ type: 'ticket', id: no, sku: String(types[at]), quantity },
});

export const orderTickets = (world: World, { token }: Buyer, live: Live, quantity?: number, at?: number) =>
  world.call(createOrder, { item: itemOf(live, quantity, at), client_token: attempt() }, { token });

/** Orders and pays; resolves with the number of the order. */
export async function buyTickets(world: World, person: Buyer, live: Live, quantity?: number, at?: number) {
  const made = await orderTickets(world, person, live, quantity, at);
  if (made.code !== ResultCode.Ok) throw new Error(`nothing was ordered: ${JSON.stringify(made)}`);
  const paid = await payIn(world, person.token, made.data.order_no);
  if (paid.code !== ResultCode.Ok) throw new Error(`nothing was paid: ${JSON.stringify(paid)}`);
  return made.data.order_no;
}

/** The tests of a file in one world, with a mentor for each test; the ledger is checked after the last one. */
export function ticketTests() {
  let world: World;
  let mentor: Awaited<ReturnType<typeof mentorIn>>;
  beforeAll(async () => {
    world = await World.start();
  });
  beforeEach(async () => {
    mentor = await mentorIn(world);
  });
  afterAll(async () => {
    await checkBooks(world);
    await world.close();
  });
  return {
    get world(): World {
      return world;
    },
    get mentor() {
      return mentor;
    },
    buyer: () => buyerIn(world),
    order: (person: Buyer, live: Live, quantity?: number, at?: number) =>
      orderTickets(world, person, live, quantity, at),
    buy: (person: Buyer, live: Live, quantity?: number, at?: number) => buyTickets(world, person, live, quantity, at),
    orderOf: async ({ token }: Buyer, order_no: string) => (await world.call(getOrder, { order_no }, { token })).data,
  };
}
