import type { Conference, JoinRoomOptions, Snapshots } from '@lectern/rtc';

/** One camera, microphone or speaker. */
export interface DeviceInfo {
  readonly deviceId: string;
  /** Empty until the user granted access. */
  readonly label: string;
  readonly groupId: string;
}

/** What can be chosen from, as it stands. */
export interface DevicesSnapshot {
  readonly cameras: readonly DeviceInfo[];
  readonly microphones: readonly DeviceInfo[];
  readonly speakers: readonly DeviceInfo[];
  readonly permission: 'unknown' | 'granted' | 'denied';
}

/** What {@link useDevices} needs; the SDK's `DeviceList` fits. */
export interface DevicesSource {
  readonly state: Snapshots<DevicesSnapshot>;
}

/** What the bindings need of a client; the SDK's `RtcClient` fits, and so does a fake in a test. */
export interface ConferenceClient {
  /** The conference that is joined at present. */
  readonly current: Snapshots<Conference | undefined>;
  readonly devices: DevicesSource;
  joinRoom(options: JoinRoomOptions): Promise<Conference>;
}
