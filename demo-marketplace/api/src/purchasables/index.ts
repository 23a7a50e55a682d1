/** Types of items that orders sell, as features register them. */
export { nameOf, saleOf } from './notices.js';
export type { Buyer, Offering, Purchasable, SeatRule, StatementRule, Stock, Usage, WantedItem } from './purchasable.js';
export { PurchasableTypes } from './registry.js';
export { checkHolds, reserveSeats, seatsLeft, soldByOrders, takenSeats } from './seats.js';
