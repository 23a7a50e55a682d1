/** Steps of the check, in this order. */
export const PRE_CALL_STEPS = ['rest', 'signalling', 'camera', 'microphone', 'udp', 'turn', 'bitrate'] as const;
export type PreCallStep = (typeof PRE_CALL_STEPS)[number];

/**
 * Advice for a result; the application supplies the text.
 * - `check-network`, `check-address`: nothing answers; something else answers
 * - `server-busy`: the server answers that it is overloaded
 * - `websocket-blocked`: the server answers, but no socket opens: a proxy or a filter
 * - `udp-blocked`: media must go through a relay; `no-relay`: there is none; `relay-blocked`, `relay-refused`: it does
 * not answer, or does not accept the credentials
 * - `allow-device`, `connect-device`, `close-other-programs`, `choose-other-device`, `unmute-device`
 * - `use-https`: browsers hide devices from insecure pages; `use-other-browser`: it has no WebRTC
 * - `low-bitrate`: turning video off helps; `no-media`: without camera and microphone nothing is measured
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

/** `warning`: it works with limitations; `skipped`: there was nothing to check. */
export type PreCallStepState = 'waiting' | 'running' | 'passed' | 'warning' | 'failed' | 'skipped';

/** Result of one step. */
export interface PreCallResult {
  readonly state: PreCallStepState;
  /** Duration of the step in milliseconds; undefined until it ends. */
  readonly elapsedMs?: number;
  /** Advice for the user; undefined if nothing needs to be done. */
  readonly advice?: PreCallAdvice;
  /** Label of the camera or microphone. */
  readonly device?: string;
  /** Size of the camera's video in px. */
  readonly width?: number;
  readonly height?: number;
  /** Type of the address that reached the network: `host`, `srflx`, `prflx` or `relay`. */
  readonly candidateType?: string;
  /** Received bit rate of the loop, in kbit/s. */
  readonly kbps?: number;
  readonly error?: unknown;
}

/** `passed` and `failed` summarise all steps: the state is `warning` if a class is still possible. */
export type PreCallState = 'idle' | 'running' | 'passed' | 'warning' | 'failed' | 'cancelled';

export interface PreCallSnapshot {
  readonly state: PreCallState;
  readonly results: Readonly<Record<PreCallStep, PreCallResult>>;
}
