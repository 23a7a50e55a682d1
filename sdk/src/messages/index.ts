/** Messages between members: free messages (op 1003) and control requests with answers (op 1002). */
export { neededOps, type ControlArg, type MemberRef } from './accepted.js';
export { onControl, requestControl, type ControlOptions, type ControlRequest } from './control.js';
export { broadcastMessage, onMessage, sendMessage, type MemberMessage, type MessageOptions } from './messages.js';
