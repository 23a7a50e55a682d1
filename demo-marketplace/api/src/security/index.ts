/** Passwords, keys and brakes. */
export { networkOf } from './network.js';
export { Passwords } from './passwords.js';
export { Throttle, type ThrottleRule } from './throttle.js';
export { finishRotation, openVault, type SecretOptions } from './secrets.js';
export { isSame, Vault } from './vault.js';
