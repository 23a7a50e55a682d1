/** Programs and modules that run in processes and threads of their own. */
export { moduleEntry } from './module-entry.js';
