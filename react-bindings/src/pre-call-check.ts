import type { PreCallCheck, PreCallSnapshot } from '@lectern/rtc/diagnostics';
import { useEffect } from 'react';
import { useSelected } from './selected.js';

const itself = (snapshot: PreCallSnapshot): PreCallSnapshot => snapshot;

/**
 * What a check before a call knows so far; renders when a step begins or ends. Without a check undefined. What runs when
 * the component goes away, or is given another check, is cancelled, and everything it opened closed.
 *
 * @example
 * const [check] = useState(() => new PreCallCheck({ appKey, restUrl }));
 * const snapshot = usePreCallCheck(check);
 * // <button onClick={() => check.run()}>…</button> {snapshot.results.camera.advice}
 */
export function usePreCallCheck(check: Pick<PreCallCheck, 'state' | 'cancel'>): PreCallSnapshot;
export function usePreCallCheck(check: Pick<PreCallCheck, 'state' | 'cancel'> | undefined): PreCallSnapshot | undefined;
export function usePreCallCheck(
  check: Pick<PreCallCheck, 'state' | 'cancel'> | undefined,
): PreCallSnapshot | undefined {
  useEffect(() => () => void check?.cancel(), [check]);
  return useSelected(check?.state, itself);
}
