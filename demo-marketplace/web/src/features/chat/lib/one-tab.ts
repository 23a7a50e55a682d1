/** Name of the lock that the tab with the chat connection holds. */
const LOCK = 'lectern.chat';

/** The chat connection of a tab, of which one per browser is open at a time. */
export interface TabConnection {
  /** Takes the connection over from the tab that has it; that tab waits until it is free again. */
  take: () => void;
  close: () => void;
}

/**
 * Runs `connect` in one tab of the browser at a time, so that all its tabs are one device of the account: the server
 * ends the oldest device of an account that has too many. Where there are
 * no locks, as on insecure pages, every tab connects.
 */
export function connectInOneTab(connect: () => () => void): TabConnection {
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) return { take: () => undefined, close: connect() };
  const closed = new AbortController();
  let disconnect: (() => void) | undefined;
  let waiting = new AbortController();
  let isTaking = false;

  const hold = async (): Promise<void> => {
    // A lock may be granted after it was no longer wanted.
    if (closed.signal.aborted) return;
    disconnect = connect();
    await new Promise<void>((resolve) => {
      closed.signal.addEventListener('abort', () => resolve());
    });
  };
  /** Locks are refused where storage is blocked; a new request would be refused as well. */
  const refused = (): void => {
    if (!closed.signal.aborted) disconnect ??= connect();
  };
  const run = async (): Promise<void> => {
    while (!closed.signal.aborted) {
      waiting = new AbortController();
      const options: LockOptions = isTaking ? { steal: true } : { signal: waiting.signal };
      isTaking = false;
      try {
        await locks.request(LOCK, options, hold);
      } catch (error) {
        // Another tab took over, or this one stopped waiting.
        const isExpected = error instanceof DOMException && error.name === 'AbortError';
        if (!isExpected) return refused();
      }
      disconnect?.();
      disconnect = undefined;
    }
  };
  void run();
  return {
    take: () => {
      if (disconnect !== undefined) return;
      isTaking = true;
      waiting.abort();
    },
    close: () => {
      disconnect?.();
      disconnect = undefined;
      closed.abort();
      waiting.abort();
    },
  };
}
