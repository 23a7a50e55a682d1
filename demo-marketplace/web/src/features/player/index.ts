export { LessonPlayer } from './lesson-player.js';
