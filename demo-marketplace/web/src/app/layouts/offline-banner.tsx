import { WifiOff } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore, type ReactElement } from 'react';
import { useText } from '../../i18n/use-text.js';
import { toastDone } from '../../ui/toast.js';

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Announces the loss of the network while it lasts, and its return. */
export function OfflineBanner(): ReactElement {
  const t = useText();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current) toastDone(t('network.restored'));
    wasOnline.current = isOnline;
  }, [isOnline, t]);
  return (
    <output className="block">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-amber-tint px-4 py-2 text-sm text-amber">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t('network.offline')}
        </p>
      )}
    </output>
  );
}
