/** `arg.op2` of media control and of the pointer surface (spec §3). */
export const OP2_MEDIA = 20;
export const OP2_POINTER = 30;

/** `arg.evt` of the pointer surface (wire-conference 7.2). */
export const EVT_ACTIONS = 0;
export const EVT_REQUEST = 1;
export const EVT_RELEASE = 2;
export const EVT_KEEP_ALIVE = 3;

/** Answers (spec §8). */
export const OK = 0;
export const REJECTED = -402;
export const BUSY = -403;
export const NOT_ALLOWED = -405;
export const TIMED_OUT = -408;
export const NOT_SUPPORTED = -507;

/** Message of code −405 (spec §8). */
export const NO_SURFACE = 'Not support the remote control.';

/** Wire value of 1: fractions of the media area, and zoom factors (spec §9). */
export const SCALE = 10_000;

/** Period of the keep-alive, and of the check for expired controls (wire-conference 8: ctrlCheckIntervalMillis). */
export const CHECK_INTERVAL_MS = 10_000;
/**
 * A control without actions and keep-alive, or without answers to them, expires after this time (spec §9: control
 * timeout).
 */
export const CONTROL_SILENCE_MS = 30_000;

/** Limit of waiting and unacknowledged moves; a full buffer drops every second waiting one (wire-conference 7.2). */
export const MOVE_BUFFER_SIZE = 20;
/** Limit of unacknowledged batches (wire-conference 8: allowSendWhenLessThan). */
export const MAX_BATCHES = 4;
/** Actions in a batch (not in the specification): far below the server's message limit. */
export const MAX_BATCH_ACTIONS = 100;
/**
 * Limit of unacknowledged buttons, wheel turns and keys; these are never dropped, so more of them end the control (spec
 * §9).
 */
export const MAX_ACTIONS = 1_000;

/**
 * A second touch within this time and distance is the second half of a double-click at the first one's point (spec §9).
 */
export const DOUBLE_TAP_MS = 500;
export const DOUBLE_TAP_PX = 20;

/** Distance of one wheel notch, and the sizes of a line and a page of it (not in the specification). */
export const WHEEL_STEP_PX = 50;
export const WHEEL_LINE_PX = 19;
export const WHEEL_PAGE_PX = 400;

/** Timeout for a frame of the own camera (not in the specification); an open camera may deliver none. */
export const PICTURE_TIMEOUT_MS = 10_000;

/** Highest zoom factor that is sent and accepted (not in the specification). */
export const MAX_ZOOM = 100;
