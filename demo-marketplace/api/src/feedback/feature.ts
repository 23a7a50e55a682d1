import type { Feature } from '../feature.js';
import { feedbackActions } from './actions.js';

export const feedbackFeature = {
  actions: ({ files: { storage, images }, members: { throttle } }) => feedbackActions({ storage, throttle, images }),
} as const satisfies Feature;
