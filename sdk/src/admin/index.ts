/** Admin calls of a conference, role requests, and recording (spec §4 to §7). */
export { deleteAttributes, setAttributes } from './attributes.js';
export type { MemberRef } from './authority.js';
export { addLive, deleteLive, updateLiveLayout, type LiveOutput, type LiveRegion, type LiveStart } from './live.js';
export { muteAll, muteMember, unmuteAll, unmuteMember } from './mutes.js';
export {
  deleteRecording,
  listRecordings,
  recordingLink,
  startRecording,
  type RecordedFile,
  type Recording,
} from './recording.js';
export { onRoleRequest, requestAdmin, requestTalk, type RoleRequest, type RoleRequestOptions } from './requests.js';
export { changeRoles, degradeRoles, disband, kick } from './roles.js';
