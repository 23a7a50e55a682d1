import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { clientAddress, networkOf } from '@lectern/kit/addresses';
import { refuseUpgrade } from './upgrades.js';

export interface AddressOptions {
  /** Open sockets of one address. */
  readonly maxSocketsPerAddress: number;
  /** A proxy in front provides the client's address. */
  readonly trustProxy: boolean;
}

/** Counts the open sockets of each address. */
export class AddressLimit {
  readonly #open = new Map<string, number>();

  constructor(private readonly options: AddressOptions) {}

  /** Answers an upgrade of an address that has too many sockets; true if it was refused. */
  refuses(request: IncomingMessage, socket: Duplex): boolean {
    const network = this.#networkOf(request);
    if ((this.#open.get(network) ?? 0) < this.options.maxSocketsPerAddress) return false;
    refuseUpgrade(socket, '429 Too Many Requests', ['Retry-After: 10']);
    return true;
  }

  /** Counts a socket; the returned function removes it. */
  add(request: IncomingMessage): () => void {
    const network = this.#networkOf(request);
    this.#open.set(network, (this.#open.get(network) ?? 0) + 1);
    return () => {
      const left = (this.#open.get(network) ?? 1) - 1;
      if (left > 0) this.#open.set(network, left);
      else this.#open.delete(network);
    };
  }

  #networkOf(request: IncomingMessage): string {
    return networkOf(clientAddress(request, this.options.trustProxy));
  }
}
