/** Discounts on orders: coupons and points. */
export { countCoupons, freeCoupon, isForItem, lockCoupon, offersFor, spendCoupon, type Offer } from './coupons.js';
export { earnPoints, pointBalance, pointsUsable, returnPoints, spendPoints } from './points.js';
