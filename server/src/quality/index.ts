/** Quality records uploaded by clients. */
export { QualityCollector } from './collector.js';
