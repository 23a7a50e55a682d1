/** MSync, the wire protocol of instant messaging: messages, numbers and codec, shared by client and server. */
export { addressOf, nameOf, parseAddress, type Address } from './address.js';
export * from './conference-body.js';
export * from './constants.js';
export * from './enums.js';
export * from './ext.js';
export * from './messages.js';
export * from './muc-body.js';
export { OtherDevice } from './other-device.js';
export { decode, encode, type MessageOf, type Schema } from './schema.js';
export { MsyncFormatError } from './wire-format.js';
