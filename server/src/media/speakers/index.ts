export type { RankedVoice } from './ranking.js';
export { type AnnounceSpeakers, Speakers, type Voice } from './speakers.js';
