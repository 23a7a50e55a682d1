import { createOrder, ResultCode } from '@lectern/marketplace-contract';
import { attempt, giveMoney, givePayPassword, payIn } from './money.js';
import type { liveIn } from './lives.js';
import type { World } from './world.js';

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
