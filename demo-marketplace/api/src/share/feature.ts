import type { Feature } from '../feature.js';
import { shareActions } from './actions.js';

export const shareFeature: Feature = {
  actions: ({ members: { throttle }, delivery: { channels }, workers }) =>
    shareActions(throttle, channels, () => workers.outbox.wake()),
};
