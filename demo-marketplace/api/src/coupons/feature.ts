import type { Feature } from '../feature.js';
import { couponActions } from './actions.js';

export const couponsFeature = {
  actions: ({ members }) => couponActions(members.throttle),
} as const satisfies Feature;
