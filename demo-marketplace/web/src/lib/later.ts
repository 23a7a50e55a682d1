/** Calls back after a while, or as soon as the network is back. @returns cancels it */
export type Later = (delayMs: number, callback: () => void) => () => void;

/** By the window’s own timers and signs of a network. */
export const later: Later = (delayMs, callback) => {
  const stop = (): void => {
    clearTimeout(timer);
    removeEventListener('online', run);
  };
  const run = (): void => {
    stop();
    callback();
  };
  const timer = setTimeout(run, delayMs);
  addEventListener('online', run);
  return stop;
};
