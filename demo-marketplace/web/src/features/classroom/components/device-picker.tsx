import type { DeviceList } from '@lectern/rtc';
import { useDevices, useSelected } from '@lectern/react';
import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import type { MessageId } from '../../../i18n/messages.js';
import { useText } from '../../../i18n/use-text.js';
import { writeStored } from '../../../lib/storage.js';
import { SelectField } from '../../../ui/field.js';
import type { DeviceProblem, LocalMedia, LocalMediaSnapshot, SourceKind } from '../lib/local-media.js';

const itself = <T,>(value: T): T => value;

export interface DevicePickerProps {
  readonly devices: DeviceList;
  readonly media: LocalMedia;
}

/** The placeholder of a device list without a selection. */
const emptyText = (problem: DeviceProblem | undefined, count: number): MessageId => {
  if (problem === 'denied') return 'lobby.device.denied';
  return count === 0 ? 'lobby.device.none' : 'lobby.device.default';
};

/** Selects camera and microphone, and explains the problem if one does not work. */
export function DevicePicker({ devices, media }: DevicePickerProps): ReactElement {
  const t = useText();
  const { cameras, microphones } = useDevices(devices);
  const snapshot = useSelected(media.state, itself) as LocalMediaSnapshot;

  const select = (kind: SourceKind, list: typeof cameras) => (
    <SelectField
      label={t(`lobby.${kind}`)}
      value={list.some(({ deviceId }) => deviceId === snapshot[kind].deviceId) ? snapshot[kind].deviceId : ''}
      disabled={list.length === 0}
      onChange={({ target }) => {
        writeStored(kind, target.value);
        void media.start(kind, target.value);
      }}
    >
      {list.every(({ deviceId }) => deviceId !== snapshot[kind].deviceId) && (
        <option value="" disabled>
          {t(emptyText(snapshot[kind].problem, list.length))}
        </option>
      )}
      {list.map(({ deviceId, label }, index) => (
        <option key={deviceId} value={deviceId}>
          {label === '' ? `${t(`lobby.${kind}`)} ${index + 1}` : label}
        </option>
      ))}
    </SelectField>
  );

  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {select('camera', cameras)}
        {select('microphone', microphones)}
      </div>
      <DeviceProblems media={media} snapshot={snapshot} />
    </>
  );
}

function DeviceProblems({
  media,
  snapshot,
}: {
  readonly media: LocalMedia;
  readonly snapshot: LocalMediaSnapshot;
}): ReactElement | null {
  const t = useText();
  const failing = (['camera', 'microphone'] as const).flatMap((kind) => {
    const { problem } = snapshot[kind];
    return problem ? [{ kind, problem }] : [];
  });
  const first = failing[0];
  if (!first) return null;

  const isInsecure = first.problem === 'insecure';
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl bg-amber-tint p-4">
      <TriangleAlert aria-hidden className="size-5 shrink-0 text-amber" />
      <div className="min-w-0 grow basis-56 text-sm">
        {isInsecure ? (
          <p>{t('device.insecure')}</p>
        ) : (
          failing.map(({ kind, problem }) => (
            <p key={kind} className="font-medium">
              {problem !== 'insecure' && t(`device.${kind}.${problem}`)}
            </p>
          ))
        )}
        {first.problem !== 'insecure' && <p className="mt-0.5 text-ink-soft">{t(`device.advice.${first.problem}`)}</p>}
      </div>
      {!isInsecure && (
        <button
          type="button"
          className="min-h-11 rounded-xl border border-line-strong px-4 text-sm font-medium hover:bg-surface"
          onClick={() => failing.forEach(({ kind }) => void media.start(kind))}
        >
          {t('device.retry')}
        </button>
      )}
    </div>
  );
}
