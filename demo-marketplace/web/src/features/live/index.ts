/** Days and times of sessions as text. */
export { momentText, viewerZone } from './lib/session-time.js';
