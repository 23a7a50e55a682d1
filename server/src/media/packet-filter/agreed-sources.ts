/** A client has one address for each of its networks; the oldest one makes room for another. */
const MAX_SOURCES = 32;

/** Addresses from which an authenticated connectivity check came: the only ones that media are taken from. */
export class AgreedSources {
  readonly #sources = new Set<string>();

  add(address: string, port: number): void {
    const source = nameOf(address, port);
    if (this.#sources.has(source)) return;
    const [oldest] = this.#sources;
    if (oldest !== undefined && this.#sources.size === MAX_SOURCES) this.#sources.delete(oldest);
    this.#sources.add(source);
  }

  has(address: string, port: number): boolean {
    return this.#sources.has(nameOf(address, port));
  }
}

function nameOf(address: string, port: number): string {
  return `${address} ${port}`;
}
