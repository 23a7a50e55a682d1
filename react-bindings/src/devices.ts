import type { Conference, DeviceList } from '@lectern/rtc';
import { DeviceControl, setSpeaker, type DeviceControlSnapshot } from '@lectern/rtc/devices';
import { useCallback, useMemo } from 'react';
import { useAction, type ActionState } from './action.js';
import type { ConferenceClient } from './client.js';
import { useConference } from './conference.js';
import { useClient } from './provider.js';
import { useSelected } from './selected.js';
import { createStore, perObject, type SharedStore } from './shared-store.js';

/** Devices in use in the conference, and the choice of others; errors of choosing are in `error`. */
export interface DeviceSelection extends ActionState {
  /** Ids of the devices in use; undefined while one is not open. */
  readonly cameraId: string | undefined;
  readonly microphoneId: string | undefined;
  /** The chosen speaker; empty for the system's. */
  readonly speakerId: string;
  /** The device in use was unplugged, or the system interrupts it. */
  readonly capture: DeviceControlSnapshot | undefined;
  chooseCamera(deviceId: string): Promise<void>;
  chooseMicrophone(deviceId: string): Promise<void>;
  /** Plays everything on this speaker, where the browser lets pages choose. */
  chooseSpeaker(deviceId: string): Promise<void>;
}

/** Controls by conference: two would both react when a device is unplugged. They end with the conference. */
const controls = new WeakMap<Conference, DeviceControl>();
const speakerOf = /* @__PURE__ */ perObject<Conference, SharedStore<string>>(() => createStore(''));

function controlOf(conference: Conference, devices: DeviceList): DeviceControl {
  const control = controls.get(conference) ?? new DeviceControl(conference, devices);
  controls.set(conference, control);
  return control;
}

/**
 * Camera, microphone and speaker of the joined conference. While a conference uses it, a lost microphone is replaced by
 * another one, and a device that is plugged in again is used again.
 *
 * @example
 * const { cameras } = useDevices();
 * const { cameraId, chooseCamera } = useDeviceSelection();
 * // <select value={cameraId} onChange={(event) => chooseCamera(event.target.value)}>
 */
export function useDeviceSelection(): DeviceSelection {
  const conference = useConference();
  // The client of the SDK has the list that the control needs.
  const devices = useClient<ConferenceClient>().devices as DeviceList;
  const control = useMemo(() => conference && controlOf(conference, devices), [conference, devices]);
  const capture = useSelected(control?.state, (state) => state);
  const speakerId = useSelected(conference && speakerOf(conference), (id: string) => id) ?? '';

  const { isPending, error, run } = useAction(async (kind: 'camera' | 'microphone' | 'speaker', deviceId: string) => {
    if (!conference) return;
    if (kind === 'speaker') {
      await setSpeaker(conference, deviceId);
      speakerOf(conference).set(deviceId);
    } else if (kind === 'camera') await controlOf(conference, devices).changeCamera(deviceId);
    else await controlOf(conference, devices).changeMicrophone(deviceId);
  });
  return {
    ...{ isPending, error, capture, speakerId },
    cameraId: capture?.video.deviceId,
    microphoneId: capture?.audio.deviceId,
    chooseCamera: useCallback((id: string) => run('camera', id), [run]),
    chooseMicrophone: useCallback((id: string) => run('microphone', id), [run]),
    chooseSpeaker: useCallback((id: string) => run('speaker', id), [run]),
  };
}
