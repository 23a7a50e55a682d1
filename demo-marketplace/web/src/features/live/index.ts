/** Days and times of sessions as text. */
export { momentText, sessionTime, viewerZone } from './lib/session-time.js';
