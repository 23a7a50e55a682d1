import type { MemberSnapshot, StreamSnapshot } from '../conference/types.js';

/** A stream by snapshot or id. */
export type StreamRef = StreamSnapshot | string;

/** A point in the frame: fractions of its width from the left and of its height from the top, each 0 to 1. */
export interface MediaPoint {
  readonly x: number;
  readonly y: number;
  /** True if the controller's view is mirrored. The point refers to the unmirrored frame in any case. */
  readonly isMirrored?: boolean;
}

/** A mouse button. Touches are `left`. */
export type PointerButton = 'left' | 'middle' | 'right';

interface Placed extends MediaPoint {
  readonly isMirrored: boolean;
  /** Numbers the actions of one control from 1 upwards. Numbers of dropped moves are missing. */
  readonly sn: number;
  /** Time of the action in milliseconds since the epoch, by the controller's clock; 0 if unknown. */
  readonly time: number;
}

interface Key {
  /** As `KeyboardEvent.keyCode`, 0 to 65,535. A held key may repeat its press before its release. */
  readonly keyCode: number;
  /** As that of points; both share one sequence. */
  readonly sn: number;
}

/** Action of a controller on the surface (spec §3), as both sides see it. */
export type PointerAction =
  | (Placed & { readonly kind: 'move' })
  | (Placed & { readonly kind: 'down'; readonly button: PointerButton })
  | (Placed & { readonly kind: 'up'; readonly button: PointerButton })
  | (Placed & { readonly kind: 'wheel'; readonly direction: 'up' | 'down' })
  | (Key & { readonly kind: 'key-down' })
  | (Key & { readonly kind: 'key-up' });

/**
 * State of a pointer control. `requesting`: its stream's owner has not decided yet; `controlling`: it was accepted.
 * `ended` is final.
 */
export type PointerState = 'requesting' | 'controlling' | 'ended';

/**
 * Reason of a pointer control's end: `stopped` by its controller, `freed` by the controlled side, 30 s of silence,
 * `replaced` by a newer one of the same controller, the stream or the member has left, the stream was hung up, the
 * request was `refused`, the controlled side was too slow for the number of actions (`overflow`), the conference or the
 * object was closed.
 */
export type PointerEnd =
  | 'stopped'
  | 'freed'
  | 'timeout'
  | 'replaced'
  | 'stream-removed'
  | 'member-left'
  | 'hang-up'
  | 'refused'
  | 'overflow'
  | 'closed';

/** State of a pointer control; the same on both sides. */
export interface PointerSnapshot {
  readonly streamId: string;
  /** The member at the other side: for a controller the stream's owner, for the owner the controller. */
  readonly memberId: string;
  /** Six characters, chosen by the controller (spec §3: cId). */
  readonly controlId: string;
  readonly state: PointerState;
  /** Set once `ended`. */
  readonly endReason?: PointerEnd | undefined;
}

/** Media control types (spec §4). */
export const MediaControlType = { MuteAudio: 0, UnmuteAudio: 1, MuteVideo: 2, UnmuteVideo: 3 } as const;
export type MediaControlType = (typeof MediaControlType)[keyof typeof MediaControlType];

/** Command for a stream of another member (spec §1: remote media control). */
export type MediaCommand =
  /** `inAnswer`: the image is returned; otherwise it stays with the owner. */
  | { readonly kind: 'capture'; readonly inAnswer: boolean }
  | { readonly kind: 'freeze'; readonly isOn: boolean }
  | { readonly kind: 'torch'; readonly isOn: boolean }
  /** 1 is the whole frame. */
  | { readonly kind: 'zoom'; readonly factor: number }
  /** At a point of the frame, in fractions 0 to 1. */
  | {
      readonly kind: 'focus';
      readonly x: number;
      readonly y: number;
      readonly focus: boolean;
      readonly exposure: boolean;
    }
  | { readonly kind: 'switch-camera' }
  | { readonly kind: 'media'; readonly type: MediaControlType };

/** `type` of RemoteControlFail (spec §8). */
export type RemoteControlFailType =
  'postMessage' | 'torch_control' | 'freeze_control' | 'capture_control' | 'zoom_control' | 'focus_expo_control';

/** RemoteControlFail (spec §8): a command was not carried out. */
export interface RemoteControlFail {
  /** Stream of the other member. */
  readonly streamId: string;
  /** The answer's code, or the client's: e.g. −507 not supported, −408 no answer, −9527 not connected. */
  readonly failed: number | undefined;
  readonly cause: Error;
  /** Kind of the failed request; `postMessage` for one that the specification does not name. */
  readonly type: RemoteControlFailType;
}

/** A request for a pointer control. */
export interface PointerRequest {
  /** The stream of the local member. */
  readonly streamId: string;
  /** Member that sent the request. */
  readonly member: MemberSnapshot;
  /** Id of the requested control. */
  readonly controlId: string;
  /** Aborted when the decision is no longer needed: withdrawn, replaced, 30 s over, member or stream gone. */
  readonly signal: AbortSignal;
}

/** A command of a member for a stream of the local member. */
export interface MediaRequest {
  /** The stream of the local member. */
  readonly streamId: string;
  /** Member that sent the request. */
  readonly member: MemberSnapshot;
  /** Command that is requested; the consent covers no other command, unless it is `session`. */
  readonly command: MediaCommand;
  /** Aborted when the decision is no longer needed: 30 s over, member or stream gone. */
  readonly signal: AbortSignal;
}

/** `true` accepts; `busy` answers −403; `false`, and any other value, rejects (−402). */
export type PointerConsent = boolean | 'busy';

/**
 * `true` allows this command; `session` also later commands of any kind from this member for this stream, until it is
 * revoked or one of them is gone; `false`, and any other value, refuses (−402).
 */
export type MediaConsent = boolean | 'session';
