/** A world in which everybody owns something, and the tables of who may do what with it, and how often. */
export { namesIn, type Case } from './case.js';
export { LEARNER_CASES } from './learners.js';
export { LISTS } from './lists.js';
export { MENTOR_CASES } from './mentors.js';
export { PUBLIC_NAMES } from './public.js';
export { REPLAYED, type Replayed } from './replays.js';
export { AuthorizationFixtures, type Person } from './fixtures.js';
