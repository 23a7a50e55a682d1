import type { ImShare, ImSharePorts, ImTransport } from '../im/index.js';
import { SharedConnection } from './shared-connection.js';

/** The part of the Web Locks API that is used. */
export interface TabLocks {
  request(
    name: string,
    options: { readonly signal?: AbortSignal; readonly steal?: boolean },
    hold: () => Promise<void>,
  ): Promise<unknown>;
}

/** The part of a BroadcastChannel that is used. */
export interface TabChannel {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  send(message: unknown): void;
  close(): void;
}

export interface ShareBetweenTabsOptions {
  /** By default those of the page. */
  readonly locks?: TabLocks;
  /** By default a BroadcastChannel. */
  readonly openChannel?: (name: string) => TabChannel;
}

const openBroadcastChannel = (name: string): TabChannel => {
  const channel = new BroadcastChannel(name);
  const port: TabChannel = {
    onmessage: null,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has the origin of its page.
    send: (message) => channel.postMessage(message),
    close: () => channel.close(),
  };
  channel.addEventListener('message', ({ data }) => port.onmessage?.({ data }));
  return port;
};

/**
 * Shares one connection of a user among all tabs of a browser: one tab leads and has it, the others send and receive
 * through that tab. When the leading tab closes, at any moment, the next one connects; what the server has not
 * acknowledged is sent again under its id, so that nothing is lost, stored twice or shown twice. A leading tab that does
 * not answer for 15 s, as when the browser has frozen it, loses the lead to one that does. Without Web Locks (pages that
 * are not secure contexts) each tab has a connection of its own, and needs a `resource` of its own.
 *
 * @example
 * new ImClient({ appKey, identity, resource: resourceOfThisBrowser, share: shareBetweenTabs() });
 */
export function shareBetweenTabs(options: ShareBetweenTabsOptions = {}): ImShare {
  return (ports: ImSharePorts): ImTransport => {
    const locks = options.locks ?? (globalThis.navigator?.locks as TabLocks | undefined);
    if (locks === undefined) return ports.connect(ports.handlers);
    return new SharedConnection(ports, locks, options.openChannel ?? openBroadcastChannel);
  };
}
