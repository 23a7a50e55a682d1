import type { Feature } from '../feature.js';
import { couponActions } from './actions.js';

export const couponsFeature: Feature = {
  actions: ({ members }) => couponActions(members.throttle),
};
