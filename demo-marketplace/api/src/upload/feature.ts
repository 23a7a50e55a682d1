import type { Feature } from '../feature.js';
import { uploadActions } from './actions.js';
import { diskStorage } from './disk.js';
import { scheduleUploadExpiry, UPLOAD_EXPIRY_JOB, uploadExpiry } from './expiry.js';
import { piecewiseUploads } from './pieces.js';
import { privateImageRoute } from './private-images.js';

export const uploadFeature = {
  actions: ({ files: { storage, uploadIntake, images }, members: { throttle } }) =>
    uploadActions({ storage, uploadIntake, images, throttle }),
  jobs: ({ core: { db, clock, alarm }, files: { uploadIntake, objectStore } }) => ({
    [UPLOAD_EXPIRY_JOB]: {
      run: uploadExpiry({ db, uploadIntake, objectStore, clock, alarm }),
      isLasting: true,
      schedule: scheduleUploadExpiry,
    },
  }),
  pages: async (app, { core: { db, clock }, files }) => {
    const { folder, bucket, uploadIntake, forms, images } = files;
    await app.register(diskStorage, { folder, bucket, uploadIntake, forms, clock });
    await app.register(piecewiseUploads, { uploadIntake, forms, clock });
    privateImageRoute(app, { images, db, folder, bucket });
  },
} as const satisfies Feature;
