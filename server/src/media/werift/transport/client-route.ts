/**
 * Time without a datagram after which the client counts as gone from an address, in ms. Browsers check the address in
 * use at least every 2.5 s, and their spare addresses every 25 s.
 */
const SILENCE_MS = 3_000;

export interface Source {
  readonly address: string;
  readonly port: number;
}

/** The address to which a transport sends. It changes when a NAT in front of the client binds anew. */
export class ClientRoute {
  #current: Source | undefined;
  #heardAt = 0;

  /** Called with the address that ICE has agreed on. */
  begin({ address, port }: Source, now: number): void {
    this.#current = { address, port };
    this.#heardAt = now;
  }

  /** Called for each authenticated datagram. */
  heard({ address, port }: Source, now: number): void {
    if (this.#current?.port === port && this.#current.address === address) this.#heardAt = now;
  }

  /** True where the client has left the current address for this one, from which an authenticated check came. */
  isReplacedBy({ address, port }: Source, now: number): boolean {
    if (this.#current === undefined || now - this.#heardAt < SILENCE_MS) return false;
    return this.#current.port !== port || this.#current.address !== address;
  }
}
