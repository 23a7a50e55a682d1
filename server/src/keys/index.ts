/** API keys of applications, and the room grants that backends sign with them. */
export { ApiKeys, KEY_ID_PATTERN, type ActiveKey, type ApiKey, type NewApiKey } from './api-keys.js';
export { GrantRevocations } from './grant-revocations.js';
export {
  GrantRefused,
  Grants,
  MAX_GRANT_TTL_MS,
  roleNameOf,
  ROLES,
  type GrantedRoom,
  type GrantRequest,
  type RoleName,
  type RoomGrant,
  type SignedGrant,
} from './grants.js';
export { MAX_JWT_LENGTH } from './jwt.js';
export { SecretBox } from './secret-box.js';
