/** The whole API on a real database, for tests of packages that use it. */
export { checkBooks } from './money.js';
export { World } from './world.js';
