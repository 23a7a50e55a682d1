import { parentPort } from 'node:worker_threads';
import { FileTooComplex } from './byte-source.js';
import { inspectFile } from './inspect-file.js';
import type { InspectionRequest, WorkerMessage } from './messages.js';

// Entry of a worker thread: inspects one file after the other.

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread, not a window
const answer = (message: WorkerMessage): void => parentPort?.postMessage(message);

parentPort?.on('message', ({ task }: InspectionRequest) => {
  inspectFile(task).then(
    (inspection) => answer({ kind: 'done', inspection }),
    (error: unknown) =>
      answer(error instanceof FileTooComplex ? { kind: 'too-complex' } : { kind: 'failed', message: String(error) }),
  );
});
answer({ kind: 'ready' });
