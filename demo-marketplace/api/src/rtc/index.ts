/** Users of the conference server: guests of classes, and chat accounts of members. */
export {
  CHAT_ACCOUNT_JOB,
  CHAT_END_JOB,
  ChatAccounts,
  endChat,
  type ChatAccount,
  type ChatLockReason,
  type LockChatUser,
  type MakeChatUser,
} from './chat-accounts.js';
export { ClassRooms } from './class-rooms.js';
export { Guests, type GuestUsers } from './guests.js';
export { RtcUsers, type RtcUsersOptions } from './rtc-users.js';
export type { ClassRole, RoomEvent, RoomOperator } from './room-operator.js';
