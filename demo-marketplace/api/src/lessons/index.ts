export { lessonActions } from './actions.js';
export { demoLessons } from './demo-lessons.js';
export { MediaLinks } from './links.js';
export { mediaStreaming } from './streaming.js';
