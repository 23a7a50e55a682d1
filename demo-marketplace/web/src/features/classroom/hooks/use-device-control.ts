import type { Conference, DeviceList } from '@lectern/rtc';
import { DeviceControl, type DeviceControlEvents } from '@lectern/rtc/devices';
import { useEffect, useState } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { toastDone, toastError } from '../../../ui/toast.js';

/** By conference, because a control ends with it, and effects may run twice. */
const controls = new WeakMap<Conference, DeviceControl>();

function controlOf(conference: Conference, devices: DeviceList): DeviceControl {
  const control = controls.get(conference) ?? new DeviceControl(conference, devices);
  controls.set(conference, control);
  return control;
}

const SOURCES = { video: 'camera', audio: 'microphone' } as const;

/** Devices during a class. Changes to the devices in use are shown as toasts. */
export function useDeviceControl(conference: Conference, devices: DeviceList): DeviceControl {
  const t = useText();
  const [control] = useState(() => controlOf(conference, devices));

  useEffect(() => {
    const listen = <K extends keyof DeviceControlEvents>(event: K, listener: DeviceControlEvents[K]) =>
      control.on(event, listener);
    const stop = [
      listen('gone', (kind) => toastError(t(`device.${SOURCES[kind]}.lost`))),
      listen('interrupted', (kind) => toastError(t(`room.devices.${SOURCES[kind]}.interrupted`))),
      listen('restored', (_, { label = '' }) => toastDone(t('room.devices.restored', { label }))),
    ];
    return () => stop.forEach((dispose) => dispose());
  }, [control, t]);

  return control;
}
