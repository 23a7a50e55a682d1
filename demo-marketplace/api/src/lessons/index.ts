export { MediaLinks } from './links.js';
