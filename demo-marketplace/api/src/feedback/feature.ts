import type { Feature } from '../feature.js';
import { feedbackActions } from './actions.js';

export const feedbackFeature = {
  actions: ({ files: { storage, images }, members: { throttle }, targets }) =>
    feedbackActions({ storage, throttle, images, targets }),
} as const satisfies Feature;
