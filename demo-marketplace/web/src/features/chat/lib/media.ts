import { UPLOAD_RULES, UploadType } from '@lectern/marketplace-contract';

/** The `accept` attribute of file inputs for videos. */
export const VIDEO_TYPES = UPLOAD_RULES[UploadType.Clip].mimes.join(',');
