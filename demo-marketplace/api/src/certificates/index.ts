export { certificateActions } from './actions.js';
export { Certificates } from './certificates.js';
export { SigningKeys } from './keys.js';
