/** Facts about files that members upload, found in worker threads. */
export { InspectionPool, type InspectionOptions } from './pool.js';
