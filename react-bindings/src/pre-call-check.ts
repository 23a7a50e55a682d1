import type { PreCallCheck, PreCallSnapshot } from '@lectern/rtc/diagnostics';
import { useEffect } from 'react';
import { useSelected } from './selected.js';

const itself = (snapshot: PreCallSnapshot): PreCallSnapshot => snapshot;

/**
 * Returns the current results of a pre-call check; renders when a step begins or ends. Undefined without a check. When
 * the component unmounts or gets another check, a running check is cancelled and everything it opened is closed.
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
