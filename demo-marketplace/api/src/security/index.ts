/** Passwords, keys and brakes. */
export { fileSecret } from './file-secret.js';
export { networkOf } from './network.js';
export { Passwords } from './passwords.js';
export { Throttle, type ThrottleRule } from './throttle.js';
export { isSame, Vault } from './vault.js';
