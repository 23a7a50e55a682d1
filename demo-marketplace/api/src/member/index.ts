/** What members see and change of themselves, and see of others. */
export { exportActions } from './export.js';
export { memberActions } from './actions.js';
export { MemberInfos } from './info.js';
