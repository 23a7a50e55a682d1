import type { NetworkQuality } from '@lectern/rtc/quality';
import { useNetworkQuality } from '@lectern/react';
import { Signal, SignalLow, SignalZero, type LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useQuality } from '../hooks/use-quality.js';

const SIGNS: Readonly<Record<NetworkQuality, readonly [icon: LucideIcon, colour: string]>> = {
  2: [Signal, 'text-white/80'],
  1: [SignalLow, 'text-[#f2c266]'],
  0: [SignalZero, 'text-[#ff8f87]'],
};

/** The network quality of a stream; renders nothing while it is unknown, and only when it changes. */
export function NetworkSign({ streamId }: { readonly streamId: string | undefined }): ReactElement | null {
  const t = useText();
  const quality = useNetworkQuality(useQuality(), streamId);
  if (quality === undefined) return null;
  const [Icon, colour] = SIGNS[quality];
  const label = t(`room.network.${quality}`);
  return (
    <span title={label} data-network-quality={quality} className="shrink-0">
      <Icon aria-hidden className={`size-4 ${colour}`} />
      <span className="sr-only">{label}</span>
    </span>
  );
}
