/** Control of another member's camera and pointer surface (ops 1002 with op2 20 and 30), on both sides. */
export { RemoteController } from './controller.js';
export type {
  CaptureOptions,
  RemoteControllerEvents,
  RemoteControllerOptions,
  RemoteControllerSnapshot,
  RemoteMediaState,
} from './controller-types.js';
export type { PointerControl, PointerControlEvents } from './pointer-control.js';
export { ControlHost, type ControlHostEvents, type ControlHostOptions, type ControlHostSnapshot } from './host.js';
export type { OwnMediaState } from './host-media.js';
export type { CameraState } from './camera.js';
export type { PictureEffect, PicturePipeline, PicturePort } from './pictures.js';
export type { ControlTiming } from './timing.js';
export { MediaControlType } from './types.js';
export type {
  MediaCommand,
  MediaConsent,
  MediaPoint,
  MediaRequest,
  PointerAction,
  PointerButton,
  PointerConsent,
  PointerEnd,
  PointerRequest,
  PointerSnapshot,
  PointerState,
  RemoteControlFail,
  RemoteControlFailType,
  StreamRef,
} from './types.js';
export { captureInput, type InputOptions, type InputTarget } from './input.js';
