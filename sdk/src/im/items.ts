import { decode, MsyncFormatError, type Meta, type Schema } from '../im-protocol/index.js';
import type { IncomingItem } from './port.js';

/** An item with what its schema finds in it; undefined for what can not be read. */
export function readItem<S extends Schema>(
  schema: S,
  { id = '0', from, to, timestamp = '0', payload = new Uint8Array() }: Meta,
): IncomingItem<S> | undefined {
  try {
    const body = decode(schema, payload);
    return { id, from: from?.name ?? '', to: to?.name ?? '', time: Number(timestamp), body };
  } catch (error) {
    if (error instanceof MsyncFormatError) return undefined;
    throw error;
  }
}
