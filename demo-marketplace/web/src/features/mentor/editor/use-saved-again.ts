import { useEffect, useRef } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { toastDone } from '../../../ui/toast.js';
import type { Saving } from './draft-saver.js';

/** Says so when everything was saved after the server had been unreachable. */
export function useSavedAgain({ returns }: Saving): void {
  const t = useText();
  const shown = useRef(returns);
  useEffect(() => {
    if (shown.current === returns) return;
    shown.current = returns;
    toastDone(t('mentor.saving.back'));
  }, [returns, t]);
}
