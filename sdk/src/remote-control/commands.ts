import { capped } from './actions.js';
import type { CameraState } from './camera.js';
import { MAX_ZOOM, OP2_MEDIA, SCALE } from './constants.js';
import { MediaControlType, type MediaCommand, type RemoteControlFailType } from './types.js';

/** Error messages and types of the specification (§8). */
export interface CommandWords {
  readonly type: RemoteControlFailType;
  /** Absent where the specification has none. */
  readonly errorType?: string;
}

const WORDS: Readonly<Record<MediaCommand['kind'], CommandWords>> = {
  capture: { type: 'capture_control', errorType: 'capture_remote_fail' },
  freeze: { type: 'freeze_control', errorType: 'freeze_remote_fail' },
  torch: { type: 'torch_control', errorType: 'torch_remote_fail' },
  zoom: { type: 'zoom_control' },
  focus: { type: 'focus_expo_control', errorType: 'focusexpo_remote_fail' },
  'switch-camera': { type: 'postMessage', errorType: 'switch_camera_fail' },
  media: { type: 'postMessage' },
};

export const wordsOf = (command: MediaCommand): CommandWords => {
  if (command.kind !== 'media') return WORDS[command.kind];
  const isAudio = command.type === MediaControlType.MuteAudio || command.type === MediaControlType.UnmuteAudio;
  return { ...WORDS.media, errorType: isAudio ? 'aoff_fail' : 'voff_fail' };
};

/** Encodes a command for the wire (spec §7; `cam` and `controlType` are extensions, docs/wire.md). */
export function encodeCommand(streamId: string, command: MediaCommand) {
  const to = { op2: OP2_MEDIA, streamId };
  switch (command.kind) {
    case 'capture':
      return { ...to, pic: 1, rspBase64Pic: command.inAnswer };
    case 'freeze':
      return { ...to, frz: command.isOn ? 1 : 0 };
    case 'torch':
      return { ...to, tor: command.isOn ? 1 : 0 };
    case 'zoom':
      return { ...to, zoom: capped(command.factor * SCALE, SCALE, MAX_ZOOM * SCALE) };
    case 'focus':
      return {
        ...to,
        ...(command.focus && { focus: 1 }),
        ...(command.exposure && { expo: 1 }),
        x: capped(command.x * SCALE, 0, SCALE),
        y: capped(command.y * SCALE, 0, SCALE),
      };
    case 'switch-camera':
      return { ...to, cam: 1 };
    default:
      return { ...to, controlType: command.type };
  }
}

/** Encodes the state of a stream (an extension, docs/wire.md). */
export const encodeState = (streamId: string, { zoom, isFrozen, torch }: CameraState) => ({
  op2: OP2_MEDIA,
  streamId,
  now: { zoom: capped(zoom * SCALE, SCALE, MAX_ZOOM * SCALE), frz: isFrozen ? 1 : 0, tor: torch ? 1 : 0 },
});

/** Reads the state of a stream; undefined if it has none. */
export function decodeState(value: unknown): CameraState | undefined {
  const { zoom, frz, tor } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (!isWithin(zoom, SCALE, MAX_ZOOM * SCALE) || !isFlag(frz) || !isFlag(tor)) return undefined;
  return { zoom: zoom / SCALE, isFrozen: isOn(frz), torch: isOn(tor) };
}

const isFlag = (value: unknown): boolean => value === 0 || value === 1 || typeof value === 'boolean';
const isOn = (value: unknown): boolean => value === 1 || value === true;
const isWithin = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && value >= min && value <= max;

/** Reads a command of another member; undefined if it is invalid, or its numbers are. */
export function decodeCommand(arg: Readonly<Record<string, unknown>>): MediaCommand | undefined {
  const { pic, rspBase64Pic, frz, tor, zoom, focus, expo, x, y, cam, controlType } = arg;
  if (isOn(pic)) return { kind: 'capture', inAnswer: isOn(rspBase64Pic) };
  if (isFlag(frz)) return { kind: 'freeze', isOn: isOn(frz) };
  if (isFlag(tor)) return { kind: 'torch', isOn: isOn(tor) };
  if (isWithin(zoom, SCALE, MAX_ZOOM * SCALE)) return { kind: 'zoom', factor: zoom / SCALE };
  if ((isOn(focus) || isOn(expo)) && isWithin(x, 0, SCALE) && isWithin(y, 0, SCALE)) {
    return { kind: 'focus', x: x / SCALE, y: y / SCALE, focus: isOn(focus), exposure: isOn(expo) };
  }
  if (isOn(cam)) return { kind: 'switch-camera' };
  const type = Object.values(MediaControlType).find((known) => known === controlType);
  return type === undefined ? undefined : { kind: 'media', type };
}
