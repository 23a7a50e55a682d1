/** A client has one address for each of its networks; a new one replaces the oldest. */
const MAX_SOURCES = 32;

/** Source addresses of authenticated connectivity checks: media is accepted from no others. */
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
