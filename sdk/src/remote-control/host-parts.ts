/** What being controlled takes, loaded together by the first request of somebody. */
export { HostMedia } from './host-media.js';
export { HostPointers } from './host-pointers.js';
