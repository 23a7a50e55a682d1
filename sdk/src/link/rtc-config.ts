import { decodeLoose } from '../protocol/codec.js';

interface WireIceServer extends Omit<RTCIceServer, 'urls'> {
  readonly urls?: string | string[];
  readonly url?: string;
}

/** Configuration of a peer connection: the application's, else the server's (`rtcCfg`, wire-conference 3.2). */
export function rtcConfiguration(own: RTCConfiguration | undefined, rtcCfg: unknown): RTCConfiguration {
  const fixed: RTCConfiguration = { bundlePolicy: 'max-bundle', rtcpMuxPolicy: 'require' };
  if (own || !rtcCfg) return { ...fixed, ...own };
  const { iceServers, relayOnly } = (decodeLoose(rtcCfg) ?? {}) as Record<string, unknown>;
  const servers = (Array.isArray(iceServers) ? (iceServers as WireIceServer[]) : []).flatMap(
    ({ url, urls = url, ...rest }) => (urls === undefined ? [] : [{ ...rest, urls }]),
  );
  return { ...fixed, iceServers: servers, ...(relayOnly === true && { iceTransportPolicy: 'relay' as const }) };
}
