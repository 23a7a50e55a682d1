import { LecternError } from '../core/errors.js';
import { HOST_CHECK_TIMEOUT_MS } from '../protocol/index.js';
import type { AppKey } from './app-key.js';
import { callJson, type HttpPlatform } from './http.js';

/** Hosts that know the REST hosts of an app key, in the order in which they are asked (wire-conference 4). */
export const DEFAULT_DNS_HOSTS: readonly string[] = [
  'https://rs.easemob.com',
  'http://182.92.174.78',
  'http://112.126.66.111',
];

interface HostEntry {
  readonly protocol?: unknown;
  readonly domain?: unknown;
}

const isSuperseded = (error: unknown): boolean => error instanceof LecternError && error.reason === 'aborted';

/** Looks for a REST host that works (spec §7). */
export class HostDiscovery {
  readonly #platform: HttpPlatform;
  readonly #appKey: AppKey;
  readonly #dnsHosts: readonly string[];

  constructor(platform: HttpPlatform, appKey: AppKey, dnsHosts: readonly string[] = DEFAULT_DNS_HOSTS) {
    this.#platform = platform;
    this.#appKey = appKey;
    this.#dnsHosts = dnsHosts;
  }

  /** Base URL of the first host that can be reached. @throws {LecternError} reason `network` when there is none. */
  async find(signal?: AbortSignal): Promise<string> {
    const failures: unknown[] = [];
    for (const dnsHost of this.#dnsHosts) {
      try {
        for (const restUrl of await this.#hostsOf(dnsHost, signal)) {
          if (await this.#isReachable(restUrl, signal)) return restUrl;
        }
      } catch (error) {
        if (isSuperseded(error)) throw error;
        failures.push(error);
      }
    }
    throw new LecternError(
      `no REST host of ${this.#appKey.text} can be reached: check the network, or pass restUrl or dnsHosts`,
      { reason: 'network', cause: failures },
    );
  }

  async #hostsOf(dnsHost: string, signal: AbortSignal | undefined): Promise<string[]> {
    // Encoded twice: deployed servers expect `%2523` for the `#` of the app key.
    const appKey = encodeURIComponent(encodeURIComponent(this.#appKey.text));
    const url = `${dnsHost.replace(/\/+$/, '')}/easemob/server.json?app_key=${appKey}`;
    const options = { signal, timeoutMs: HOST_CHECK_TIMEOUT_MS };
    const answer = await callJson(this.#platform, 'GET', url, undefined, options);
    const hosts = (answer.rest as { readonly hosts?: unknown } | undefined)?.hosts;
    return (Array.isArray(hosts) ? (hosts as (HostEntry | null)[]) : []).flatMap((entry) =>
      entry?.protocol === 'https' && typeof entry.domain === 'string' ? [`https://${entry.domain}`] : [],
    );
  }

  async #isReachable(restUrl: string, signal: AbortSignal | undefined): Promise<boolean> {
    const { org, app } = this.#appKey;
    const probe = {
      grant_type: 'password',
      username: 'probe',
      password: 'probe',
      timestamp: this.#platform.clock.now(),
    };
    try {
      const options = { signal, timeoutMs: HOST_CHECK_TIMEOUT_MS };
      await callJson(this.#platform, 'POST', `${restUrl}/${org}/${app}/token`, probe, options);
      return true;
    } catch (error) {
      if (isSuperseded(error)) throw error;
      // A host that refuses the probe's user was reached.
      return error instanceof LecternError && error.reason === 'refused';
    }
  }
}
