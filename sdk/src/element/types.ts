import type { CallOptions, LinkState, MediaKinds, StreamSnapshot } from '../conference/types.js';
import type { SoundMeter } from '../recorder/sound-meter.js';
import type { SoundLevel } from '../recorder/sound-level.js';
import type { ControlHost, PointerSnapshot, RemoteController } from '../remote-control/index.js';
import type { ElementState } from './transitions.js';

/** States of a media connection (spec §4). */
export type IceState = 'new' | 'checking' | 'connected' | 'disconnected' | 'failed' | 'closed';

/** Role of the local side in remote control. */
export type ControlSide = 'controller' | 'controlled';

/** Media of a stream that an element plays. */
export interface ElementMedia {
  /** True if this kind is received, or sent, and is not muted. */
  readonly audio: boolean;
  readonly video: boolean;
  readonly mediaStream: MediaStream | undefined;
}

/**
 * Events of an element (spec §2). Each is also a non-bubbling DOM event of the element, by the name in
 * {@link ELEMENT_EVENTS}, with the listener's arguments as `detail`.
 */
export interface ElementEvents {
  /** Kinds were added, removed, muted or unmuted, or the media was replaced. */
  mediaChanged: (media: ElementMedia) => void;
  /** Audio level, about 23 times a second while this event has a listener; see `SoundMeter`. */
  soundChanged: (level: SoundLevel, isTalking: boolean) => void;
  iceStateChanged: (state: IceState, link: LinkState) => void;
  /** The stream's video codecs cannot be decoded here. */
  codecUnsupported: (videoCodecs: readonly string[]) => void;
  /** A pointer control of this stream began, on either side. */
  remoteControl: (pointer: PointerSnapshot, side: ControlSide) => void;
  /** A pointer control of this stream ended. */
  controlFreed: (pointer: PointerSnapshot, side: ControlSide) => void;
  stateChanged: (state: ElementState, previous: ElementState) => void;
}

/** Names of the DOM events. */
export const ELEMENT_EVENTS = {
  mediaChanged: 'lectern:mediachanged',
  soundChanged: 'lectern:soundchanged',
  iceStateChanged: 'lectern:icestatechanged',
  codecUnsupported: 'lectern:codecunsupported',
  remoteControl: 'lectern:remotecontrol',
  controlFreed: 'lectern:controlfreed',
  stateChanged: 'lectern:statechanged',
} as const satisfies Readonly<Record<keyof ElementEvents, string>>;

/** Part of the camera control that an element uses; `DeviceControl` of `@lectern/rtc/devices` implements it. */
export interface CameraControl {
  switchCamera(options?: CallOptions): Promise<void>;
}

/** Options of a binding. */
export interface ElementOptions {
  /** Kinds that {@link ElementBinding.subscribe} requests; both by default. */
  readonly wanted?: Partial<MediaKinds>;
  /** Used by `changeCamera` of the own stream. */
  readonly devices?: CameraControl;
  /** Used for remote control of another member's stream. */
  readonly remote?: Pick<
    RemoteController,
    | 'state'
    | 'capturePicture'
    | 'freezeFrame'
    | 'setTorch'
    | 'zoom'
    | 'focusAt'
    | 'switchCamera'
    | 'control'
    | 'pointer'
  >;
  /** Controlled side: for the events of the own stream, and to end its control. */
  readonly host?: Pick<ControlHost, 'state' | 'stop'>;
  /** True if the video is mirrored; used to map points of the window. */
  readonly isMirrored?: boolean;
  /** Behaviour when the element is removed from the page (default `close`). */
  readonly whenRemoved?: 'close' | 'keep';
  /** Tests inject their own. */
  readonly createMeter?: (media: MediaStream) => Pick<SoundMeter, 'on' | 'close' | 'isTalking'>;
}

/** A stream by snapshot or id. */
export type StreamRef = StreamSnapshot | string;
