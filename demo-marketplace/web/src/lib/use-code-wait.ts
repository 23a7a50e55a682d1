import { useEffect, useState } from 'react';

const TICK_MS = 1_000;

const secondsUntil = (until: number): number => Math.max(0, Math.ceil((until - Date.now()) / 1000));

/**
 * Seconds until another code may be sent, and a function to restart the wait. The server enforces the limit in any
 * case.
 */
export function useCodeWait(): readonly [secondsLeft: number, hold: (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  const isWaiting = left > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => setLeft(secondsUntil(until)), TICK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, until]);
  return [
    left,
    (seconds) => {
      setUntil(Date.now() + seconds * 1000);
      setLeft(seconds);
    },
  ];
}
