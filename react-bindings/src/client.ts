import type { Conference, JoinRoomOptions, Snapshots } from '@lectern/rtc';

/** One camera, microphone or speaker. */
export interface DeviceInfo {
  readonly deviceId: string;
  /** Empty until the user granted access. */
  readonly label: string;
  readonly groupId: string;
}

/** Devices that are available now. */
export interface DevicesSnapshot {
  readonly cameras: readonly DeviceInfo[];
  readonly microphones: readonly DeviceInfo[];
  readonly speakers: readonly DeviceInfo[];
  readonly permission: 'unknown' | 'granted' | 'denied';
}

/** Source of {@link useDevices}; the SDK's `DeviceList` implements it. */
export interface DevicesSource {
  readonly state: Snapshots<DevicesSnapshot>;
}

/** The part of a client that the bindings need; the SDK's `RtcClient` implements it, and so does a fake in a test. */
export interface ConferenceClient {
  /** The joined conference. */
  readonly current: Snapshots<Conference | undefined>;
  readonly devices: DevicesSource;
  joinRoom(options: JoinRoomOptions): Promise<Conference>;
}
