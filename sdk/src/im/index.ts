/**
 * Instant messaging between users and in groups: login, messages with acknowledgement, delivery, history,
 * conversations, groups, user profiles and presence.
 */
export { ImClient } from './client.js';
export { attachmentOf, type ImAttachment } from './content.js';
export { emojiToken, parseEmoji, type ImEmojiTable, type ImTextPart } from './emoji.js';
export { ImErrorCode, ImErrorMessage } from './errors.js';
export type {
  ImGroup,
  ImGroupDraft,
  ImGroupEntry,
  ImGroupEvent,
  ImGroupEventKind,
  ImGroupMember,
  ImGroups,
} from './groups.js';
export type { ImHistory, ImHistoryOptions } from './history.js';
export { inviteOf, sendInvite, type ImInvite, type ImInviteDraft } from './invite.js';
export type { TokenProvider } from '../rest/token-source.js';
export type { ImOlderState, ImThreadSnapshot } from './message-log.js';
export type { ImPresence, ImPresences } from './presence.js';
export type { ImState } from './states.js';
export type { ImThread, ImThreadDraft } from './thread.js';
export type { ConnectionHandlers, ImShare, ImSharePorts, ImTransport, SharedConnectionHandlers } from './transport.js';
export type * from './types.js';
export type { ImUserInfo, ImUsers } from './users.js';
