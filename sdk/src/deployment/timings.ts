import { argumentError } from '../conference/context.js';
import type { Timings } from '../core/timings.js';
import { LINK_TIMEOUT_MS } from '../link/constants.js';
import {
  CONNECTION_CHECK_INTERVAL_MS,
  ENTER_TIMEOUT_MS,
  ICE_REBUILD_DELAY_MS,
  ICE_REBUILD_LIMIT,
  RECONNECT_ATTEMPTS,
  RECONNECT_DELAY_MS,
  SYNC_INTERVAL_MS,
} from '../protocol/index.js';

/** Default, least and greatest value of each timing. */
const RANGES: Readonly<Record<keyof Timings, readonly [initial: number, min: number, max: number]>> = {
  reconnectDelayMs: [RECONNECT_DELAY_MS, 100, 600_000],
  reconnectAttempts: [RECONNECT_ATTEMPTS, 0, 1_000],
  enterTimeoutMs: [ENTER_TIMEOUT_MS, 1_000, 300_000],
  connectionCheckIntervalMs: [CONNECTION_CHECK_INTERVAL_MS, 100, 60_000],
  syncIntervalMs: [SYNC_INTERVAL_MS, 1_000, 60_000],
  iceRebuildLimit: [ICE_REBUILD_LIMIT, 0, 1_000],
  iceRebuildDelayMs: [ICE_REBUILD_DELAY_MS, 0, 60_000],
  iceTimeoutMs: [LINK_TIMEOUT_MS, 1_000, 300_000],
};

/**
 * The timings of a client where a product configures others than the specification's (spec §9), for `timings` of
 * `RtcClientOptions`. What is left out keeps its default.
 *
 * | timing | default | range |
 * | --- | --- | --- |
 * | `reconnectDelayMs` | 3 000 | 100 to 600 000 |
 * | `reconnectAttempts` | 13 | 0 to 1 000 |
 * | `enterTimeoutMs` | 20 000 | 1 000 to 300 000 |
 * | `connectionCheckIntervalMs` | 1 000 | 100 to 60 000 |
 * | `syncIntervalMs` | 30 000 | 1 000 to 60 000 |
 * | `iceRebuildLimit` | 3 | 0 to 1 000 |
 * | `iceRebuildDelayMs` | 500 | 0 to 60 000 |
 * | `iceTimeoutMs` | 20 000 | 1 000 to 300 000 |
 *
 * @throws {LecternError} reason `invalid-argument` for an unknown name, and a value that is no whole number of its range.
 *
 * @example
 * const timings = createTimings({ enterTimeoutMs: 10_000, iceRebuildLimit: 10 });
 * const client = new RtcClient({ appKey, restUrl, identity, timings });
 */
export function createTimings(wanted: Partial<Timings>): Timings {
  const unknown = Object.keys(wanted).find((name) => !Object.hasOwn(RANGES, name));
  if (unknown !== undefined) throw argumentError(`there is no timing "${unknown}"`);
  const entries = Object.entries(RANGES).map(([name, [initial, min, max]]) => {
    const value = wanted[name as keyof Timings] ?? initial;
    if (!Number.isInteger(value) || value < min || value > max) {
      throw argumentError(`${name} must be a whole number from ${min} to ${max}, not ${String(value)}`);
    }
    return [name, value];
  });
  return Object.freeze(Object.fromEntries(entries) as Record<keyof Timings, number>);
}
