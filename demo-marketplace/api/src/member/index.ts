/** Profiles and settings of members. */
export { MemberInfos } from './info.js';
