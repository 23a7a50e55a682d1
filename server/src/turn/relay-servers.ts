import { createHmac } from 'node:crypto';
import type { Clock } from '@lectern/kit/clock';

export interface RelaySettings {
  /** `turn:`, `turns:` and `stun:` URLs. */
  readonly urls: readonly string[];
  /** Secret shared with the TURN servers (`static-auth-secret` of coturn); undefined for STUN alone. */
  readonly secret: string | undefined;
  /** Lifetime of credentials, in milliseconds. */
  readonly ttlMs: number;
  /** Clients are instructed to use only the relays. */
  readonly isRelayOnly: boolean;
}

const isStun = (url: string): boolean => /^stuns?:/.test(url);

/**
 * The relays offered to members (`rtcCfg`), with credentials by the REST scheme of TURN: the user name is the expiry
 * and the member, the password its HMAC-SHA1. The TURN servers verify them without a request to this server.
 */
export class RelayServers {
  constructor(
    private readonly settings: RelaySettings,
    private readonly clock: Clock,
  ) {}

  /** The configuration for one member, as JSON text, with credentials that are valid from now on for their lifetime. */
  configFor(memName: string): string {
    const { urls, secret, ttlMs, isRelayOnly } = this.settings;
    const expiry = Math.floor((this.clock.now() + ttlMs) / 1000);
    const username = `${expiry}:${memName}`;
    const credential = secret && createHmac('sha1', secret).update(username).digest('base64');
    const iceServers = urls.map((url) => {
      // Browsers read `urls`, older clients of the protocol `url` (wire-conference 3.2).
      const server = { urls: [url], url };
      return isStun(url) || credential === undefined ? server : { ...server, username, credential };
    });
    return JSON.stringify({ iceServers, relayOnly: isRelayOnly });
  }
}
