/** Uploads of members. */
export { UploadIntake } from './upload-intake.js';
export { DiskForms, type FormSigner } from './form.js';
export { InspectionPool } from './inspect/index.js';
export { fileName } from './keys.js';
export { Refused } from './refused.js';
export { PrivateImages } from './private-images.js';
export { S3Forms, type S3Options } from './s3-forms.js';
export { S3ObjectStore } from './s3-object-store.js';
export { DiskObjectStore, type ObjectStore } from './object-store.js';
export { FILES_PATH, Storage } from './storage.js';
