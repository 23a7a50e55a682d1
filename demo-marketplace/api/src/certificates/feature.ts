import type { Feature } from '../feature.js';
import { certificateActions } from './actions.js';

export const certificatesFeature: Feature = {
  actions: ({ members }) => certificateActions(members.signingKeys),
};
