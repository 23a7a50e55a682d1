import {
  completeUpload,
  FieldProblem,
  getSignedUrl,
  getUnfinishedUpload,
  UPLOAD_RULES,
  UploadType,
} from '@lectern/marketplace-contract';
import { onMemberCall, type BoundAction } from '../http/call.js';
import { badField } from '../http/failure.js';
import type { Throttle } from '../security/index.js';
import type { PrivateImages } from './private-images.js';
import type { UploadIntake } from './upload-intake.js';
import { mimeOf } from './keys.js';
import { PIECES_PATH } from './pieces.js';
import { PUBLIC_TYPES, type Storage } from './storage.js';

const HOUR_MS = 3_600_000;
const MAX_PER_HOUR = 300;
/** Upload types that their owner sees through a signed link. */
const PRIVATE_IMAGES: readonly UploadType[] = [UploadType.Complaint, UploadType.Document];

export interface UploadPorts {
  readonly storage: Storage;
  readonly uploadIntake: UploadIntake;
  readonly images: Pick<PrivateImages, 'urlOf'>;
  readonly throttle: Throttle;
}

/** Actions of uploads: `/api/Upload/*`. */
export const uploadActions = ({ storage, uploadIntake, images, throttle }: UploadPorts): readonly BoundAction[] => [
  onMemberCall(getSignedUrl, async (request, { db, caller, now, origin }) => {
    const { type, filename = '', size = UPLOAD_RULES[type].maxBytes } = request;
    const mime = request.mime ?? mimeOf(type, filename);
    if (mime === undefined) throw badField('filename', FieldProblem.WrongType);
    const ownerId = caller.member.id;
    await throttle.take([{ key: `upload ${ownerId}`, max: MAX_PER_HOUR, windowMs: HOUR_MS }], now, db);
    return storage.sign(db, { ownerId, type, filename, mime, size, now, origin });
  }),

  onMemberCall(completeUpload, async ({ key }, { caller, signal }) => {
    const file = await uploadIntake.complete(caller.member.id, key, signal);
    const is = (type: UploadType): boolean => key.startsWith(`${type}/`);
    const url = PUBLIC_TYPES.some(is) ? storage.urlOf(key) : PRIVATE_IMAGES.some(is) ? images.urlOf(key) : '';
    return { ...file, url };
  }),

  onMemberCall(getUnfinishedUpload, async ({ key }, { caller, origin }) => {
    const { upload_id, ...upload } = await uploadIntake.unfinished(caller.member.id, key);
    return { ...upload, address: `${origin}${PIECES_PATH}/${upload_id}` };
  }),
];
