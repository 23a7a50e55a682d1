import { resolve } from 'node:path';
import { networkPort } from '../db/open-transaction.js';
import { MediaLinks } from '../lessons/index.js';
import {
  UploadIntake,
  DiskForms,
  DiskObjectStore,
  FILES_PATH,
  InspectionPool,
  PrivateImages,
  S3Forms,
  S3ObjectStore,
  Storage,
  type FormSigner,
  type ObjectStore,
} from '../upload/index.js';
import type { Core } from './core.js';

/** Object storage calls that are refused within a transaction; the disk follows the same rules as a bucket. */
const STORAGE_CALLS = ['put', 'fetchPosted', 'move', 'dropPosted'] as const;

/** Uploads and stored files. */
export interface Files {
  /** Folder of the files on disk. */
  readonly folder: string;
  /** Undefined when files are stored on disk. */
  readonly bucket: S3ObjectStore | undefined;
  readonly objectStore: ObjectStore;
  readonly forms: FormSigner;
  readonly storage: Storage;
  readonly uploadIntake: UploadIntake;
  readonly images: PrivateImages;
  readonly links: MediaLinks;
  readonly inspections: InspectionPool;
}

/** Builds the file storage, on disk or in a bucket. The workers that inspect files end with the application. */
export async function composeFiles({ app, options, clock, db, vault }: Core): Promise<Files> {
  const folder = resolve(options.dataDir, 'uploads');
  const { s3 } = options;
  const bucket = s3 && new S3ObjectStore(s3);
  const forms = s3 ? new S3Forms(s3, FILES_PATH, () => clock.now()) : new DiskForms(vault, FILES_PATH);
  const objectStore = networkPort<ObjectStore>('storage', bucket ?? new DiskObjectStore(folder), STORAGE_CALLS);
  const inspections = new InspectionPool({ clock });
  app.addHook('onClose', () => inspections.close());
  const uploadIntake = new UploadIntake({ folder, objectStore, db, clock, inspections });
  await uploadIntake.prepare();
  return {
    folder,
    bucket,
    objectStore,
    forms,
    storage: new Storage(forms),
    uploadIntake,
    images: new PrivateImages(vault, clock),
    links: new MediaLinks(vault),
    inspections,
  };
}
