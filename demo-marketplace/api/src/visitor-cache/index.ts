export { holdsUntil } from './recording.js';
export { TableChanges } from './table-changes.js';
export { VisitorCache } from './visitor-cache.js';
