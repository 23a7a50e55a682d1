/**
 * Time without a datagram after which the client counts as gone from an address, in ms. Browsers check the address in
 * use at least every 2.5 s, and their spare addresses every 25 s.
 */
const SILENCE_MS = 3_000;
/**
 * The same where the other address has proved that the client is there: by media, which a client sends from one address
 * at a time, or by the answer to a check, which can not be replayed as checks can.
 */
const PROVEN_SILENCE_MS = 500;

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

  /**
   * True where the client has left the current address for this one, from which an authenticated check came.
   *
   * @param isProven true for a datagram that shows that the client is at this address now
   */
  isReplacedBy({ address, port }: Source, now: number, isProven: boolean): boolean {
    const silenceMs = isProven ? PROVEN_SILENCE_MS : SILENCE_MS;
    if (this.#current === undefined || now - this.#heardAt < silenceMs) return false;
    return this.#current.port !== port || this.#current.address !== address;
  }
}
