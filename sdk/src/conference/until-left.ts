import { anySignal } from '../core/abort.js';
import { closedError, requireOpen, type ConferenceContext } from './context.js';

/**
 * Runs an operation that waits for a user or a device: its signal is aborted with the caller's, and when the conference
 * ends for the local member.
 */
export async function untilLeft<T>(
  { store }: ConferenceContext,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  requireOpen(store.now);
  const left = new AbortController();
  const stopListening = store.on('left', () => left.abort(closedError()));
  const either = anySignal(signal, left.signal);
  try {
    return await work(either.signal);
  } finally {
    either.release();
    stopListening();
  }
}
