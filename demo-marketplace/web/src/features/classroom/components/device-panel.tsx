import type { DeviceList } from '@lectern/rtc';
import type { DeviceControl } from '@lectern/rtc/devices';
import { useDevices, useLocalStream, useSelected } from '@lectern/react';
import { TriangleAlert } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { writeStored } from '../../../lib/storage.js';
import { SelectField } from '../../../ui/field.js';
import { toastError } from '../../../ui/toast.js';
import { deviceMessage } from '../hooks/use-publisher.js';
import type { SourceKind } from '../lib/local-media.js';
import { SidePanel } from './side-panel.js';

const itself = <T,>(value: T): T => value;

export interface DevicePanelProps {
  readonly devices: DeviceList;
  readonly control: DeviceControl;
  readonly onClose: () => void;
}

/** Changes camera or microphone during a class. */
export function DevicePanel({ devices, control, onClose }: DevicePanelProps): ReactElement {
  const t = useText();
  return (
    <SidePanel label={t('room.devices')} closeLabel={t('room.devices.close')} onClose={onClose}>
      <div className="flex grow flex-col gap-5 overflow-y-auto p-4">
        <DeviceSelect kind="camera" devices={devices} control={control} />
        <DeviceSelect kind="microphone" devices={devices} control={control} />
      </div>
    </SidePanel>
  );
}

function DeviceSelect({
  kind,
  devices,
  control,
}: Pick<DevicePanelProps, 'devices' | 'control'> & { readonly kind: SourceKind }): ReactElement {
  const t = useText();
  const { cameras, microphones } = useDevices(devices);
  const list = kind === 'camera' ? cameras : microphones;
  const used = useSelected(control.state, itself)?.[kind === 'camera' ? 'video' : 'audio'];
  // The choice is shown at once and rolled back on failure. A device that is off is opened with it later.
  const [chosen, setChosen] = useState<string>();
  const isPublished = useLocalStream() !== undefined;
  const isOff = used?.state === 'off' || used?.state === 'gone';
  const shown = chosen ?? used?.deviceId;
  const [isBusy, setBusy] = useState(false);

  const choose = (deviceId: string): void => {
    setChosen(deviceId);
    setBusy(true);
    const changing = kind === 'camera' ? control.changeCamera(deviceId) : control.changeMicrophone(deviceId);
    changing
      .then(
        () => writeStored(kind, deviceId),
        (error: unknown) => {
          setChosen(undefined);
          toastError(t(deviceMessage(kind, error) ?? `device.${kind}.failed`));
        },
      )
      .finally(() => setBusy(false));
  };

  return (
    <div aria-busy={isBusy}>
      <SelectField
        label={t(`lobby.${kind}`)}
        hint={isPublished && isOff ? t(`room.devices.${kind}.off`) : undefined}
        value={list.some(({ deviceId }) => deviceId === shown) ? shown : ''}
        disabled={list.length === 0 || !isPublished}
        onChange={({ target }) => choose(target.value)}
      >
        {list.every(({ deviceId }) => deviceId !== shown) && (
          <option value="" disabled>
            {t(list.length === 0 ? 'lobby.device.none' : 'lobby.device.default')}
          </option>
        )}
        {list.map(({ deviceId, label }, index) => (
          <option key={deviceId} value={deviceId}>
            {label === '' ? `${t(`lobby.${kind}`)} ${index + 1}` : label}
          </option>
        ))}
      </SelectField>
      {used?.state === 'interrupted' && (
        <p role="alert" className="mt-2 flex gap-2 text-sm text-amber">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t(`room.devices.${kind}.interrupted`)}
        </p>
      )}
    </div>
  );
}
