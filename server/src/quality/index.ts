/** Records that clients upload of the quality of their media. */
export { QualityCollector } from './collector.js';
