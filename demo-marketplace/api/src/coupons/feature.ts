import type { Feature } from '../feature.js';
import { couponActions } from './actions.js';

export const couponsFeature = {
  actions: ({ members, purchasables }) => couponActions(members.throttle, purchasables),
} as const satisfies Feature;
