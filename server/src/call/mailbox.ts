import type { Meta } from '@lectern/rtc/im-protocol';

/** Size limit of the messages kept for a device that is briefly away. */
const MAX_BYTES = 256 * 1024;

/** Items in order, up to a total size; items that do not fit are dropped. */
export class Mailbox {
  #items: Meta[] = [];
  #bytes = 0;

  put(meta: Meta): void {
    const bytes = meta.payload?.length ?? 0;
    if (this.#bytes + bytes > MAX_BYTES) return;
    this.#bytes += bytes;
    this.#items.push(meta);
  }

  get items(): readonly Meta[] {
    return this.#items;
  }
}
