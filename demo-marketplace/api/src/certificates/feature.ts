import type { Feature } from '../feature.js';
import { certificateActions } from './actions.js';
import { CERTIFICATE_NOTICES } from './notice-kinds.js';

export const certificatesFeature = {
  actions: ({ members }) => certificateActions(members.signingKeys),
  notices: CERTIFICATE_NOTICES,
} as const satisfies Feature;
