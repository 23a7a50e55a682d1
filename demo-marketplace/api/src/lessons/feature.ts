import type { Feature } from '../feature.js';
import { forgetNotes } from './closing.js';
import { lessonActions } from './actions.js';
import { mediaStreaming } from './streaming.js';

export const lessonsFeature = {
  forgetMember: forgetNotes,
  actions: ({ files: { links }, members: { certificates, throttle } }) =>
    lessonActions({ links, certificates, throttle }),
  pages: async (app, { core: { db, clock }, files: { folder, bucket, links } }) => {
    await app.register(mediaStreaming, { folder, bucket, links, db, clock });
  },
} as const satisfies Feature;
