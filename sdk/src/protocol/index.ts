/** Operation numbers, message shapes, codes, limits and the codec, shared by client and server. */
export * from './codec.js';
export * from './codes.js';
export * from './constants.js';
export * from './delays.js';
export * from './messages.js';
export * from './ops.js';
export * from './quality.js';
