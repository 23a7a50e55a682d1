/**
 * Client of the operator API for backends: `fetch` and Web Crypto only, so it runs on Node, Deno, Bun and workers.
 * Never ship it or its key to browsers.
 */
export { LecternClient, type LecternClientOptions } from './client.js';
export { OperatorCallError, type OperatorCallErrorCode } from './errors.js';
export { verifyWebhook, type WebhookDelivery } from './webhook.js';
export type {
  EventPage,
  Grant,
  Live,
  Member,
  MemberChange,
  MemberList,
  NamedMember,
  NewGrant,
  NewLive,
  NewMessage,
  NewRoom,
  NewUser,
  OperatorCalls,
  OperatorErrorCode,
  OperatorEvent,
  Recording,
  RecordingLink,
  RoleName,
  Room,
  RoomAccess,
  RoomChange,
  Token,
  User,
} from '../operator/types.js';
