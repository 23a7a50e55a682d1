/** Modules of the controlled side, loaded together on the first request. */
export { HostMedia } from './host-media.js';
export { HostPointers } from './host-pointers.js';
