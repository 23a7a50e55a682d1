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
 * ends the oldest device of an account that has too many. Insecure pages have no locks; there every tab connects.
 */
export function connectInOneTab(connect: () => () => void): TabConnection {
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) return { take: () => undefined, close: connect() };
  const closed = new AbortController();
  let disconnect: (() => void) | undefined;
  let waiting = new AbortController();
  let isTaking = false;

  const hold = (): Promise<void> => {
    disconnect = connect();
    return new Promise((resolve) => {
      closed.signal.addEventListener('abort', () => resolve());
    });
  };
  const run = async (): Promise<void> => {
    while (!closed.signal.aborted) {
      waiting = new AbortController();
      const options: LockOptions = isTaking ? { steal: true } : { signal: waiting.signal };
      isTaking = false;
      // Rejected where another tab takes over, and where this one stops waiting.
      await locks.request(LOCK, options, hold).catch(() => undefined);
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
