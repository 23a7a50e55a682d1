import { LecternError } from '../core/errors.js';
import { HOST_CHECK_TIMEOUT_MS } from '../protocol/index.js';
import type { AppKey } from './app-key.js';
import { callJson, type HttpPlatform } from './http.js';

interface HostEntry {
  readonly protocol?: unknown;
  readonly domain?: unknown;
}

const isSuperseded = (error: unknown): boolean => error instanceof LecternError && error.reason === 'aborted';

export interface HostSearch {
  readonly platform: HttpPlatform;
  readonly appKey: AppKey;
  /** Hosts that know the REST hosts of the app key, in the order of requests (wire-conference 4). */
  readonly hosts: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/**
 * Finds the base URL of the first reachable REST host (spec §7).
 * @throws {LecternError} reason `network` when there is none.
 */
export async function findRestHost(search: HostSearch): Promise<string> {
  const { appKey, hosts } = search;
  const failures: unknown[] = [];
  for (const host of hosts) {
    try {
      for (const restUrl of await hostsOf(host, search)) {
        if (await isReachable(restUrl, search)) return restUrl;
      }
    } catch (error) {
      if (isSuperseded(error)) throw error;
      failures.push(error);
    }
  }
  throw new LecternError(
    `no REST host of ${appKey.text} can be reached: check the network, or pass another restUrl or hosts`,
    { reason: 'network', cause: failures },
  );
}

async function hostsOf(host: string, search: HostSearch): Promise<string[]> {
  // Encoded twice: deployed servers expect `%2523` for the `#` of the app key.
  const appKey = encodeURIComponent(encodeURIComponent(search.appKey.text));
  const url = `${host.replace(/\/+$/, '')}/easemob/server.json?app_key=${appKey}`;
  const options = { signal: search.signal, timeoutMs: HOST_CHECK_TIMEOUT_MS };
  const answer = await callJson(search.platform, 'GET', url, undefined, options);
  const hosts = (answer.rest as { readonly hosts?: unknown } | undefined)?.hosts;
  return (Array.isArray(hosts) ? (hosts as (HostEntry | null)[]) : []).flatMap((entry) =>
    entry?.protocol === 'https' && typeof entry.domain === 'string' ? [`https://${entry.domain}`] : [],
  );
}

async function isReachable(restUrl: string, { platform, appKey, signal }: HostSearch): Promise<boolean> {
  const probe = {
    grant_type: 'password',
    username: 'probe',
    password: 'probe',
    timestamp: platform.clock.now(),
  };
  try {
    const options = { signal, timeoutMs: HOST_CHECK_TIMEOUT_MS };
    await callJson(platform, 'POST', `${restUrl}/${appKey.org}/${appKey.app}/token`, probe, options);
    return true;
  } catch (error) {
    if (isSuperseded(error)) throw error;
    // A host that refuses the probe's user was reached.
    return error instanceof LecternError && error.reason === 'refused';
  }
}
