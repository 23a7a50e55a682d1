import { delay } from '../core/abort.js';
import type { Clock } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import { OP_REQUEST_CALL } from '../protocol/ops.js';
import { OFFLINE_RETRY_MS } from './constants.js';
import { textOf, type CallContent, type CallLine } from './line.js';

/** Grant that the server gives a caller. */
export interface CallGrant {
  readonly sessId: string;
  /** Configuration of the caller's peer connection, and of the callee's. */
  readonly rtcCfg: unknown;
  readonly rtcCfg2: unknown;
}

export interface CallRequest {
  /** `org#app_name@domain` of the callee. */
  readonly address: string;
  readonly timeoutMs: number;
  readonly rec: boolean;
  readonly recMerge: boolean;
  /** Sends a push message to an offline callee; absent when no push was requested. */
  readonly notify?: () => void;
}

/**
 * Requests the call from the server; with `notify`, repeats the request until the callee is online (spec §4). Resolves
 * with undefined if the callee is offline.
 * @throws {LecternError} as the server refuses; reason `aborted`.
 */
export async function askForCall(
  line: CallLine,
  clock: Clock,
  { address, timeoutMs, rec, recMerge, notify }: CallRequest,
  signal: AbortSignal,
): Promise<CallGrant | undefined> {
  const request: CallContent = {
    ...{ op: OP_REQUEST_CALL, callVersion: '2.0.0', audio: 1, video: line.parameters.isVideo ? 1 : 0 },
    ...{ peer: `${address}/`, push: notify ? 1 : 0 },
    ...(rec && { rec: 1 }),
    ...(recMerge && { recMerge: 1 }),
  };
  const retries = notify ? Math.round(timeoutMs / OFFLINE_RETRY_MS) : 0;
  for (let attempt = 0; attempt <= retries; attempt += 1) {
    const { result = 0, online, msg, sessId, rtcCfg, rtcCfg2 } = await line.request(request, signal);
    if (result !== 0) {
      const message = textOf(msg) || `the server refused the call with result ${String(result)}`;
      throw new LecternError(message, { reason: 'refused', code: Number(result) });
    }
    if (String(online) !== '0') return { sessId: textOf(sessId), rtcCfg, rtcCfg2 };
    if (attempt === 0) notify?.();
    if (notify) await delay(clock, OFFLINE_RETRY_MS, signal);
  }
  return undefined;
}
