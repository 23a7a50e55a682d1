import { useEffect, useState } from 'react';

const TICK_MS = 1_000;

export interface CountdownOptions {
  /** The deadline by the server's clock; undefined while nothing is counted. */
  readonly until: string | undefined;
  /** The server's time when it sent the deadline, so that the clock of this device does not matter. */
  readonly serverTime: string;
}

/** Whole seconds that are left, from 0 up; undefined while nothing is counted. */
export function useCountdown({ until, serverTime }: CountdownOptions): number | undefined {
  const [passed, setPassed] = useState({ serverTime, ms: 0 });
  const total = until === undefined ? undefined : Date.parse(until) - Date.parse(serverTime);
  // A new time of the server restarts the measurement.
  const elapsed = passed.serverTime === serverTime ? passed.ms : 0;
  const left = total === undefined ? undefined : Math.max(0, Math.ceil((total - elapsed) / TICK_MS));
  const isRunning = left !== undefined && left > 0;

  useEffect(() => {
    if (!isRunning) return undefined;
    const since = Date.now();
    const timer = setInterval(() => setPassed({ serverTime, ms: Date.now() - since }), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning, serverTime]);

  return left;
}

/** `29:05`, for people. */
export const formatSeconds = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
