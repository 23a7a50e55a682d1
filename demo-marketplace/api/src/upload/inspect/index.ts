/** Inspection of uploaded files in worker threads. */
export { InspectionPool } from './pool.js';
