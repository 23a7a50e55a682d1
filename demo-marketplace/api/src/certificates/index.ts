export { Certificates, revokeRefunded } from './certificates.js';
export { SigningKeys } from './keys.js';
