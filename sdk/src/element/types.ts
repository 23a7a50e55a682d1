import type { CallOptions, LinkState, MediaKinds, StreamSnapshot } from '../conference/types.js';
import type { SoundMeter } from '../recorder/sound-meter.js';
import type { SoundLevel } from '../recorder/sound-level.js';
import type { ControlHost, PointerSnapshot, RemoteController } from '../remote-control/index.js';
import type { ElementState } from './transitions.js';

/** States of a media connection (spec §4). */
export type IceState = 'new' | 'checking' | 'connected' | 'disconnected' | 'failed' | 'closed';

/** Who of the two this side is. */
export type ControlSide = 'controller' | 'controlled';

/** What of a stream an element shows and lets hear. */
export interface ElementMedia {
  /** Whether this kind arrives, or is sent, and is not muted. */
  readonly audio: boolean;
  readonly video: boolean;
  readonly mediaStream: MediaStream | undefined;
}

/**
 * Moments of an element (spec §2). Each is also a DOM event of the element that does not bubble, by the name in
 * {@link ELEMENT_EVENTS}, with the listener's arguments as `detail`.
 */
export interface ElementEvents {
  /** Kinds came or went, were muted or unmuted, or other media took their place. */
  mediaChanged: (media: ElementMedia) => void;
  /** How loud it is, about 23 times a second while somebody listens to this event here; see `SoundMeter`. */
  soundChanged: (level: SoundLevel, isTalking: boolean) => void;
  iceStateChanged: (state: IceState, link: LinkState) => void;
  /** The stream's video codecs can not be decoded here. */
  codecUnsupported: (videoCodecs: readonly string[]) => void;
  /** A pointer control of this stream began, of the local member's or by it. */
  remoteControl: (pointer: PointerSnapshot, side: ControlSide) => void;
  /** It ended. */
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

/** What of the camera's control an element uses; `DeviceControl` of `@lectern/rtc/devices` fits. */
export interface CameraControl {
  switchCamera(options?: CallOptions): Promise<void>;
}

/** How an element is bound. */
export interface ElementOptions {
  /** Kinds that {@link ElementBinding.subscribe} asks for; both unless chosen. */
  readonly wanted?: Partial<MediaKinds>;
  /** For `changeCamera` of the own stream. */
  readonly devices?: CameraControl;
  /** For remote control of another member's stream. */
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
  /** Whoever is controlled: for the events of the own stream, and to free it. */
  readonly host?: Pick<ControlHost, 'state' | 'stop'>;
  /** The picture is shown as in a mirror; for places in it. */
  readonly isMirrored?: boolean;
  /** What becomes of the binding when its element is taken out of the page (default `close`). */
  readonly whenRemoved?: 'close' | 'keep';
  /** Tests hand in their own. */
  readonly createMeter?: (media: MediaStream) => Pick<SoundMeter, 'on' | 'close' | 'isTalking'>;
}

/** A stream by snapshot or id. */
export type StreamRef = StreamSnapshot | string;
