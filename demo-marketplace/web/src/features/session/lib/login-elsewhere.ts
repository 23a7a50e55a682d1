const listeners = new Set<() => void>();

/** Calls back when chats report that the account was logged in on another device. @returns undoes it */
export function onLoginElsewhere(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Reports a login elsewhere (206, specification §4): the page leaves for the log-in. */
export function reportLoginElsewhere(): void {
  for (const listener of [...listeners]) listener();
}
