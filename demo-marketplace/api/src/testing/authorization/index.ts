/** A world in which everybody owns resources, with the tables of the authorization and replay tests. */
export { namesIn, type Case } from './case.js';
export { LEARNER_CASES } from './learners.js';
export { LIVE_CASES } from './lives.js';
export { LISTS } from './lists.js';
export { MENTOR_CASES } from './mentors.js';
export { PUBLIC_NAMES } from './public.js';
export { REPLAYED, type Replayed } from './replays.js';
export { AuthorizationFixtures, type Person } from './fixtures.js';
