import { argumentError } from '../conference/context.js';
import { CHECK_INTERVAL_MS, CONTROL_SILENCE_MS } from './constants.js';

/** Timing of the checks that end a control whose other side is silent. */
export interface ControlTiming {
  /** Interval of keep-alives and of the check, in ms: a whole number from 1 000 to 60 000; default 10 000. */
  readonly checkIntervalMs?: number;
  /** Silence after which a control ends, in ms: a whole number above the interval, up to 600 000; default 30 000. */
  readonly timeoutMs?: number;
}

/** @throws {LecternError} reason `invalid-argument`. */
export function readTiming({
  checkIntervalMs = CHECK_INTERVAL_MS,
  timeoutMs = CONTROL_SILENCE_MS,
}: ControlTiming): Required<ControlTiming> {
  const isIn = (value: number, min: number, max: number): boolean =>
    Number.isInteger(value) && value >= min && value <= max;
  if (!isIn(checkIntervalMs, 1_000, 60_000) || !isIn(timeoutMs, checkIntervalMs + 1, 600_000)) {
    throw argumentError('checkIntervalMs must be 1000 to 60000, and timeoutMs above it, up to 600000');
  }
  return { checkIntervalMs, timeoutMs };
}
