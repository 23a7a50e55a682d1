/** Profiles and settings of members. */
export { exportActions } from './export.js';
export { memberActions } from './actions.js';
export { MemberInfos } from './info.js';
