import { decodeLoose, type EnterResponse } from '../protocol/index.js';

interface WireIceServer extends Omit<RTCIceServer, 'urls'> {
  readonly urls?: string | string[];
  readonly url?: string;
}

/**
 * Configuration of peer connections: the application's, else `rtcCfg` of a server that grants capabilities. Published
 * clients ignore `rtcCfg` of others, so theirs is not relied on (wire-conference 3.2).
 */
export function iceConfiguration(
  own: RTCConfiguration | undefined,
  enter: EnterResponse | undefined,
): RTCConfiguration {
  const fixed: RTCConfiguration = { bundlePolicy: 'max-bundle', rtcpMuxPolicy: 'require' };
  if (own || !enter?.caps || !enter.rtcCfg) return { ...fixed, ...own };
  const { iceServers, relayOnly } = (decodeLoose(enter.rtcCfg) ?? {}) as Record<string, unknown>;
  const servers = (Array.isArray(iceServers) ? (iceServers as WireIceServer[]) : []).flatMap(
    ({ url, urls = url, ...rest }) => (urls === undefined ? [] : [{ ...rest, urls }]),
  );
  return { ...fixed, iceServers: servers, ...(relayOnly === true && { iceTransportPolicy: 'relay' as const }) };
}
