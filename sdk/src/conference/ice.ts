import { rtcConfiguration } from '../link/rtc-config.js';
import type { EnterResponse } from '../protocol/index.js';

/**
 * Configuration of peer connections: the application's, else `rtcCfg` of a server that grants capabilities. Deployed
 * clients ignore `rtcCfg` of other servers, so it is not relied on (wire-conference 3.2).
 */
export const iceConfiguration = (
  own: RTCConfiguration | undefined,
  enter: EnterResponse | undefined,
): RTCConfiguration => rtcConfiguration(own, enter?.caps && enter.rtcCfg);
