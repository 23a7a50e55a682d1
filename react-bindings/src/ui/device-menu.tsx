import { useDevices, useDeviceSelection, type DeviceInfo } from '@lectern/react';
import { useId, type ReactElement } from 'react';
import { Problem } from './problem.js';
import { useTexts } from './texts.js';

/** Props of {@link DeviceSelect}. */
export interface DeviceSelectProps {
  readonly label: string;
  readonly devices: readonly DeviceInfo[];
  readonly value: string | undefined;
  readonly onChoose: (deviceId: string) => void;
}

/** A labelled list of the devices of one kind. */
export function DeviceSelect({ label, devices, value, onChoose }: DeviceSelectProps): ReactElement {
  const text = useTexts();
  const id = useId();
  const isKnown = devices.some(({ deviceId }) => deviceId === value);
  return (
    <p className="lectern-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={isKnown ? value : ''} onChange={({ target }) => onChoose(target.value)}>
        {!isKnown && <option value="">{text('systemDefault')}</option>}
        {devices.map((device, index) => (
          <option key={device.deviceId} value={device.deviceId}>
            {device.label || `${label} ${index + 1}`}
          </option>
        ))}
      </select>
    </p>
  );
}

/** Camera, microphone and speaker of the joined conference. */
export function DeviceMenu(): ReactElement {
  const text = useTexts();
  const { cameras, microphones, speakers } = useDevices();
  const selection = useDeviceSelection();
  return (
    <div className="lectern-devices">
      <DeviceSelect
        label={text('camera')}
        devices={cameras}
        value={selection.cameraId}
        onChoose={(id) => void selection.chooseCamera(id)}
      />
      <DeviceSelect
        label={text('microphone')}
        devices={microphones}
        value={selection.microphoneId}
        onChoose={(id) => void selection.chooseMicrophone(id)}
      />
      <DeviceSelect
        label={text('speaker')}
        devices={speakers}
        value={selection.speakerId}
        onChoose={(id) => void selection.chooseSpeaker(id)}
      />
      <Problem error={selection.error} />
    </div>
  );
}
