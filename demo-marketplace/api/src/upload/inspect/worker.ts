import { parentPort } from 'node:worker_threads';
import { FileTooComplex } from './byte-source.js';
import { checkCaptions } from './check-captions.js';
import { inspectFile } from './inspect-file.js';
import type { InspectionRequest, WorkerMessage, WorkerResult, WorkerTask } from './messages.js';

// Entry of a worker thread: inspects files and captions, one after the other.

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread, not a window
const answer = (message: WorkerMessage): void => parentPort?.postMessage(message);

async function resultOf(task: WorkerTask): Promise<WorkerResult> {
  return task.kind === 'file' ? inspectFile(task) : checkCaptions(task.text);
}

parentPort?.on('message', ({ task }: InspectionRequest) => {
  resultOf(task).then(
    (result) => answer({ kind: 'done', result }),
    (error: unknown) =>
      answer(error instanceof FileTooComplex ? { kind: 'too-complex' } : { kind: 'failed', message: String(error) }),
  );
});
answer({ kind: 'ready' });
