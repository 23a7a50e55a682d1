import type { QualitySnapshot } from '@lectern/rtc/quality';
import { useSelected } from '@lectern/react';
import { WifiOff } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useQuality } from '../hooks/use-quality.js';

const sideOf = ({ disconnected }: QualitySnapshot) => disconnected[0];

/** Announces that no media is sent or received any more. */
export function NetworkNotice(): ReactElement {
  const t = useText();
  const side = useSelected(useQuality(), sideOf);
  return (
    <output className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center px-3">
      {side && (
        <span className="flex items-center gap-2 rounded-xl bg-amber-tint px-4 py-2 text-sm font-medium text-ink shadow-card">
          <WifiOff aria-hidden className="size-4 shrink-0 text-amber" />
          {t(`room.network.lost.${side}`)}
        </span>
      )}
    </output>
  );
}
