import { Accounts } from '../auth/accounts.js';
import { Revocations } from '../auth/revocations.js';
import type { Passwords } from '@lectern/kit/passwords';
import { FailureThrottle } from '@lectern/kit/rate-limits';
import { Tickets } from '../auth/tickets.js';
import { Tokens } from '../auth/tokens.js';
import { ApiKeys, GrantRevocations, Grants } from '../keys/index.js';
import type { Core } from './core.js';

/** Accounts, the tokens and tickets issued to them, and the limit on password guessing. */
export interface Auth {
  readonly accounts: Accounts;
  readonly tokens: Tokens;
  readonly tickets: Tickets;
  readonly revocations: Revocations;
  readonly throttle: FailureThrottle;
  readonly apiKeys: ApiKeys;
  readonly grants: Grants;
  readonly grantRevocations: GrantRevocations;
}

interface AuthOptions {
  readonly core: Core;
  readonly passwords: Passwords;
}

/** Builds accounts, tokens, tickets, API keys and grants. */
export function composeAuth({ core, passwords }: AuthOptions): Auth {
  const { config, clock, signer, box, store, log } = core;
  const revocations = new Revocations(store.users, clock, config.TOKEN_TTL_MS);
  const tokens = new Tokens(signer, clock, config.TOKEN_TTL_MS, config.TICKET_TTL_MS, revocations);
  const apiKeys = new ApiKeys(store.apiKeys, box, clock);
  const grantRevocations = new GrantRevocations(store.grantRevocations, clock, log.child({ part: 'grants' }));
  return {
    apiKeys,
    grants: new Grants(apiKeys, signer, clock, grantRevocations.issueTime),
    grantRevocations,
    accounts: new Accounts(store.users, tokens, clock, passwords),
    tokens,
    tickets: new Tickets(signer, clock, config.TICKET_TTL_MS),
    revocations,
    throttle: new FailureThrottle(clock, {
      perAccount: config.MAX_FAILURES,
      perAddress: config.MAX_FAILURES_PER_ADDRESS,
      windowMs: config.FAILURE_WINDOW_MS,
    }),
  };
}
