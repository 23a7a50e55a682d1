import type { CheckedCaptions } from './check-captions.js';
import type { Inspection, InspectionTask } from './inspect-file.js';

/** Tasks of a worker: a file, or the text of captions. */
export type WorkerTask =
  ({ readonly kind: 'file' } & InspectionTask) | { readonly kind: 'captions'; readonly text: string };

/** Result of a task. */
export type WorkerResult = Inspection | CheckedCaptions;

/** Message to a worker. */
export interface InspectionRequest {
  readonly task: WorkerTask;
}

/** Messages from a worker: it is ready for tasks, or has finished one. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly result: WorkerResult }
  | { readonly kind: 'too-complex' }
  | { readonly kind: 'failed'; readonly message: string };
