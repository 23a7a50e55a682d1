/** Uploads of members. */
export { uploadActions } from './actions.js';
export { UploadIntake } from './upload-intake.js';
export { diskStorage } from './disk.js';
export { scheduleUploadExpiry, UPLOAD_EXPIRY_JOB, uploadExpiry } from './expiry.js';
export { DiskForms, type FormSigner } from './form.js';
export { InspectionPool } from './inspect/index.js';
export { fileName } from './keys.js';
export { piecewiseUploads } from './pieces.js';
export { PrivateImages, privateImageRoute } from './private-images.js';
export { S3Forms, type S3Options } from './s3-forms.js';
export { S3ObjectStore } from './s3-object-store.js';
export { DiskObjectStore, type ObjectStore } from './object-store.js';
export { FILES_PATH, Storage } from './storage.js';
