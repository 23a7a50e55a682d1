/** Groups: members, permissions and events of groups; and the messages to them. */
export { GroupError, GroupErrorCode } from './errors.js';
export type { Group } from './group.js';
export { GroupChat } from './group-chat.js';
export { GroupRegistry } from './registry.js';
export { SharedReads } from './shared-reads.js';
export type { Admission, GroupFacts } from './rules.js';
export { Groups, type GroupLimits, type NewGroup } from './service.js';
