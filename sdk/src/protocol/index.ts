/** Operation numbers, message shapes, codes, limits and the codec: all that client and server share. */
export * from './codec.js';
export * from './codes.js';
export * from './constants.js';
export * from './delays.js';
export * from './messages.js';
export * from './ops.js';
export * from './quality.js';
