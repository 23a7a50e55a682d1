/** The whole API on a real database, for tests of packages that are built on it. */
export { checkBooks } from './money.js';
export { World } from './world.js';
