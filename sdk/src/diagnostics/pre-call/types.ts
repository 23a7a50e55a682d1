/** What a check looks at, in this order. */
export const PRE_CALL_STEPS = ['rest', 'signalling', 'camera', 'microphone', 'udp', 'turn', 'bitrate'] as const;
export type PreCallStep = (typeof PRE_CALL_STEPS)[number];

/**
 * What can be done about a result; the words are the application's.
 * - `check-network`, `check-address`: nothing answers; something else answers
 * - `server-busy`: it answers that it can not
 * - `websocket-blocked`: the server answers, but no socket opens: a proxy or a filter
 * - `udp-blocked`: media must go through a relay; `no-relay`: there is none; `relay-blocked`, `relay-refused`: it does not
 *   answer, or does not take the credentials
 * - `allow-device`, `connect-device`, `close-other-programs`, `choose-other-device`, `unmute-device`
 * - `use-https`: browsers hide devices from insecure pages; `use-other-browser`: it has no WebRTC
 * - `low-bitrate`: video off helps; `no-media`: without camera and microphone nothing is measured
 */
export type PreCallAdvice =
  | 'check-network'
  | 'check-address'
  | 'server-busy'
  | 'websocket-blocked'
  | 'udp-blocked'
  | 'no-relay'
  | 'relay-blocked'
  | 'relay-refused'
  | 'allow-device'
  | 'connect-device'
  | 'close-other-programs'
  | 'choose-other-device'
  | 'unmute-device'
  | 'use-https'
  | 'use-other-browser'
  | 'low-bitrate'
  | 'no-media';

/** `warning`: it works, but not well; `skipped`: there was nothing to look at. */
export type PreCallStepState = 'waiting' | 'running' | 'passed' | 'warning' | 'failed' | 'skipped';

/** What became of one step. */
export interface PreCallResult {
  readonly state: PreCallStepState;
  /** How long it took, in milliseconds; undefined while it is not over. */
  readonly elapsedMs?: number;
  /** What to do; undefined where nothing need be done. */
  readonly advice?: PreCallAdvice;
  /** Label of the camera or microphone. */
  readonly device?: string;
  /** Of the camera's picture. */
  readonly width?: number;
  readonly height?: number;
  /** Address type by which the network is reached: `host`, `srflx`, `prflx` or `relay`. */
  readonly candidateType?: string;
  /** What came through the loop, in kbit/s. */
  readonly kbps?: number;
  readonly error?: unknown;
}

/** `passed` and `failed` tell of all steps together: it is `warning` when a class is possible all the same. */
export type PreCallState = 'idle' | 'running' | 'passed' | 'warning' | 'failed' | 'cancelled';

export interface PreCallSnapshot {
  readonly state: PreCallState;
  readonly results: Readonly<Record<PreCallStep, PreCallResult>>;
}
