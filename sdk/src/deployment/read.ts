import { LecternError } from '../core/errors.js';
import type { CallOptions } from '../conference/types.js';
import type { Platform } from '../platform/types.js';
import { callJson } from '../rest/http.js';
import type { PortRange, RelayConfiguration } from './types.js';

const broken = (url: string, what: string): LecternError =>
  new LecternError(`the relay configuration at ${url} has no usable ${what}`, { reason: 'protocol' });

const isPort = (value: number): boolean => Number.isInteger(value) && value > 0 && value < 65_536;

/** Ports in deployed files are texts, and may be numbers. */
function readRange(value: unknown): PortRange | undefined {
  const { ip, min_port, max_port } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const [minPort, maxPort] = [Number(min_port), Number(max_port)];
  if (typeof ip !== 'string' || !isPort(minPort) || !isPort(maxPort) || maxPort < minPort) return undefined;
  return { ip, minPort, maxPort };
}

/**
 * Reads the JSON file with alternative addresses of a server: `ws`, `turn`, `rtc.candidate_map` (spec §7, only with
 * several deployments).
 * @throws {LecternError} `http_error` if it cannot be loaded; reason `protocol` if its content is invalid.
 */
export async function readRelayConfiguration(
  platform: Pick<Platform, 'clock' | 'request'>,
  url: string,
  { signal }: CallOptions = {},
): Promise<RelayConfiguration> {
  const { ws, turn, rtc } = await callJson(platform, 'GET', url, undefined, { signal });
  const hosts = { ws, turn };
  for (const [name, host] of Object.entries(hosts)) {
    if (host !== undefined && (typeof host !== 'string' || !/^[^\s/@?#]+$/.test(host))) throw broken(url, name);
  }
  const map = (rtc as { readonly candidate_map?: unknown } | undefined)?.candidate_map ?? [];
  if (!Array.isArray(map)) throw broken(url, 'rtc.candidate_map');
  const candidateMap = map.map((entry: { readonly src?: unknown; readonly dst?: unknown } | null) => {
    const [src, dst] = [readRange(entry?.src), readRange(entry?.dst)];
    if (!src || !dst) throw broken(url, 'rtc.candidate_map');
    return { src, dst };
  });
  return { ...(hosts as Pick<RelayConfiguration, 'ws' | 'turn'>), candidateMap };
}
