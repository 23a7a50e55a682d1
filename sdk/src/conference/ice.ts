import { rtcConfiguration } from '../link/rtc-config.js';
import type { EnterResponse } from '../protocol/index.js';

/**
 * Configuration of peer connections: the application's, else `rtcCfg` of a server that grants capabilities. Published
 * clients ignore `rtcCfg` of others, so theirs is not relied on (wire-conference 3.2).
 */
export const iceConfiguration = (
  own: RTCConfiguration | undefined,
  enter: EnterResponse | undefined,
): RTCConfiguration => rtcConfiguration(own, enter?.caps && enter.rtcCfg);
