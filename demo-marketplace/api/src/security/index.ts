/** Keys, encrypted data and rate limits. */
export { Throttle, type ThrottleRule } from './throttle.js';
export { finishRotation, openVault, type SecretOptions } from './secrets.js';
export { isSame, Vault } from './vault.js';
