/** MSync, the wire of instant messaging: messages, numbers and codec; all that client and server share. */
export * from './enums.js';
export * from './ext.js';
export * from './messages.js';
export { decode, encode, type MessageOf, type Schema } from './schema.js';
export { MsyncFormatError } from './wire-format.js';
