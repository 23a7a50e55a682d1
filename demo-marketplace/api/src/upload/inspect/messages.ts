import type { Inspection, InspectionTask } from './inspect-file.js';

/** Message to a worker. */
export interface InspectionRequest {
  readonly task: InspectionTask;
}

/** Messages from a worker: it is ready for tasks, or has finished one. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly inspection: Inspection }
  | { readonly kind: 'too-complex' }
  | { readonly kind: 'failed'; readonly message: string };
