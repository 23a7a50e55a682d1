/** Discounts on orders: coupons and points. */
export { countCoupons, freeCoupon, lockCoupon, offersFor, spendCoupon, type Offer } from './coupons.js';
export { earnPoints, pointBalance, pointsUsable, returnPoints, spendPoints } from './points.js';
