export { lessonActions } from './actions.js';
export { MediaLinks } from './links.js';
export { mediaStreaming } from './streaming.js';
