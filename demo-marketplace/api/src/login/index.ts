/** Login: accounts, verification codes and sessions. */
export { accountsOf, findMember, knownAccountsOf, mask, normalise } from './accounts.js';
export { Codes, endCodes } from './codes.js';
export { Proofs } from './proofs.js';
export { memberTypeOf, Sessions, type Caller } from './sessions.js';
