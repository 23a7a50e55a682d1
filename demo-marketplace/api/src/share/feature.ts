import type { Feature } from '../feature.js';
import { shareActions } from './actions.js';

export const shareFeature = {
  actions: ({ members: { throttle }, delivery: { channels }, workers }) =>
    shareActions(throttle, channels, () => workers.outbox.wake()),
} as const satisfies Feature;
