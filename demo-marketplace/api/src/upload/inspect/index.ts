/** Facts about files that members upload, found in worker threads. */
export { InspectionPool } from './pool.js';
