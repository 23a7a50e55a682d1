import { ServerCode } from '@lectern/rtc/protocol';
import type { FastifyInstance } from 'fastify';
import type { Tokens } from '../auth/tokens.js';
import type { RelayServers } from '../turn/relay-servers.js';
import { identify, proof } from './asker.js';
import { read, Refusal } from './errors.js';

export interface RelayRoutes {
  readonly relays: RelayServers | undefined;
  readonly tokens: Tokens;
  readonly appKeys: readonly string[];
}

/** The relays of op 200 (`rtcCfg`) without entering, for pre-call checks. */
export function relayRoutes(app: FastifyInstance, { relays, tokens, appKeys }: RelayRoutes): void {
  app.post('/easemob/rtc/relay/config', (request) => {
    const asker = identify(tokens, appKeys, read(proof, request.body));
    if (asker.appKey === undefined) throw new Refusal(ServerCode.TokenInvalid, 'the "token" of the user is needed');
    return { error: 0, ...(relays && { rtcCfg: relays.configFor(asker.memName) }) };
  });
}
