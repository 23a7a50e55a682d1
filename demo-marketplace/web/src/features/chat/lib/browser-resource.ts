import { readStored, writeStored } from '../../../lib/storage.js';

/**
 * Names this browser to the chat server, as one device for all its tabs: whichever tab connects goes on where another
 * one stopped.
 */
export function browserResource(): string {
  const known = readStored('chat-resource');
  if (known !== undefined) return known;
  const made = `web_${crypto.randomUUID()}`;
  writeStored('chat-resource', made);
  return made;
}
