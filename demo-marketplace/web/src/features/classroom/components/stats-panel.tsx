import { StreamType, type StreamSnapshot } from '@lectern/rtc';
import type { StreamQuality } from '@lectern/rtc/quality';
import { useMember, useSelected, useStats, useStream } from '@lectern/react';
import { memo, type ReactElement } from 'react';
import { useText, type Text } from '../../../i18n/use-text.js';
import { useQuality } from '../hooks/use-quality.js';
import { idsOf } from '../lib/measured-streams.js';
import { nameOf } from '../lib/names.js';
import { bitrateOf, delayOf, lossOf } from '../lib/plot.js';
import { NetworkSign } from './network-sign.js';
import { Plot } from './plot.js';
import { SidePanel } from './side-panel.js';

/** Limits of a weak network, as the tiles' signs have them. */
const LOSS_LIMIT = 18;
const DELAY_LIMIT = 500;

/** Statistics of every stream: figures and small plots of the last four minutes. */
export function StatsPanel({ onClose }: { readonly onClose: () => void }): ReactElement {
  const t = useText();
  const ids = useSelected(useQuality(), idsOf) ?? '';
  return (
    <SidePanel label={t('room.stats')} closeLabel={t('room.stats.close')} onClose={onClose}>
      <div className="grow overflow-y-auto p-4">
        {ids === '' ? (
          <p className="text-sm text-ink-soft">{t('room.stats.none')}</p>
        ) : (
          <ul className="flex flex-col gap-6">
            {ids.split('\n').map((id) => (
              <StreamStats key={id} streamId={id} />
            ))}
          </ul>
        )}
      </div>
    </SidePanel>
  );
}

function titleOf(t: Text, stream: StreamSnapshot | undefined, name: string): string {
  if (!stream) return t('room.stats.mix');
  const isScreen = stream.type === StreamType.Desktop;
  if (stream.isLocal) return t(isScreen ? 'room.stats.sent.screen' : 'room.stats.sent');
  return t(isScreen ? 'room.stats.received.screen' : 'room.stats.received', { name });
}

/** One stream; renders with its measurements only. */
const StreamStats = memo(function StreamStats({ streamId }: { readonly streamId: string }): ReactElement | null {
  const t = useText();
  const stats = useStats(useQuality(), streamId);
  const stream = useStream(streamId);
  const member = useMember(stream?.memberId ?? '');
  if (!stats) return null;

  const name = member?.displayName ?? nameOf({ nickName: '', name: stream?.memberName ?? '' });
  const { samples } = stats;
  return (
    <li data-stats-of={streamId}>
      <h3 className="flex items-center justify-between gap-2 font-medium">
        <span className="truncate">{titleOf(t, stream, name)}</span>
        <NetworkSign streamId={streamId} />
      </h3>
      <Picture stats={stats} />
      <div className="mt-2 flex flex-col gap-3">
        <Plot
          label={t('room.stats.bitrate')}
          samples={samples}
          figure={bitrateOf}
          least={100}
          write={(value) => t('room.stats.kbps', { value: Math.round(value) })}
        />
        <Plot
          label={t('room.stats.loss')}
          samples={samples}
          figure={lossOf}
          least={5}
          limit={LOSS_LIMIT}
          write={(value) => t('room.stats.percent', { value: Math.round(value * 10) / 10 })}
        />
        <Plot
          label={t('room.stats.delay')}
          samples={samples}
          figure={delayOf}
          least={100}
          limit={DELAY_LIMIT}
          write={(value) => t('room.stats.ms', { value: Math.round(value) })}
        />
      </div>
    </li>
  );
});

/** Size and frame rate of the video, and the jitter of its packets. */
function Picture({ stats }: { readonly stats: StreamQuality }): ReactElement {
  const t = useText();
  const { audio, video } = stats.latest;
  const { width, height, framesPerSecond } = video ?? {};
  const jitter = video?.jitter ?? audio?.jitter;
  return (
    <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 text-sm">
      {width !== undefined && height !== undefined && (
        <>
          <dt className="text-ink-soft">{t('room.stats.picture')}</dt>
          <dd className="text-right tabular-nums">
            {t('room.stats.size', { width, height, frames: Math.round(framesPerSecond ?? 0) })}
          </dd>
        </>
      )}
      <dt className="text-ink-soft">{t('room.stats.jitter')}</dt>
      <dd className="text-right tabular-nums">
        {jitter === undefined ? t('room.stats.unknown') : t('room.stats.ms', { value: Math.round(jitter) })}
      </dd>
    </dl>
  );
}
