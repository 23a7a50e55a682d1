import type { Platform } from '../platform/types.js';
import type { RelayConfiguration } from './types.js';

type CandidateMap = RelayConfiguration['candidateMap'];

/** A candidate, alone or as a line of SDP: the part before its address, address, port, the rest. */
const CANDIDATE = /^((?:a=)?candidate:\S+ \d+ \S+ \d+ )(\S+) (\d+)(?= )/gm;

const mapCandidates = (text: string, map: CandidateMap): string =>
  text.replace(CANDIDATE, (whole, before: string, ip: string, port: string) => {
    const isIn = ({ src }: CandidateMap[number]): boolean =>
      src.ip === ip && Number(port) >= src.minPort && Number(port) <= src.maxPort;
    const found = map.find(isIn);
    if (!found) return whole;
    const mapped = found.dst.minPort + Number(port) - found.src.minPort;
    return mapped <= found.dst.maxPort ? `${before}${found.dst.ip} ${mapped}` : whole;
  });

const relayServers = (configuration: RTCConfiguration | undefined, turn: string): RTCConfiguration | undefined => {
  const moved = (url: string): string => url.replace(/^(turns?:)[^?]*/, `$1${turn}`);
  const iceServers = configuration?.iceServers?.map(({ urls, ...rest }) => ({
    ...rest,
    urls: [urls].flat().map(moved),
  }));
  return configuration && { ...configuration, ...(iceServers && { iceServers }) };
};

/** Maps the addresses of the media server for a peer connection. */
function mapRemote(pc: RTCPeerConnection, map: CandidateMap): RTCPeerConnection {
  const add = pc.addIceCandidate.bind(pc) as (candidate?: RTCIceCandidateInit | null) => Promise<void>;
  const setRemote = pc.setRemoteDescription.bind(pc);
  return Object.assign(pc, {
    addIceCandidate: (candidate?: RTCIceCandidateInit | null) =>
      add(candidate?.candidate ? { ...candidate, candidate: mapCandidates(candidate.candidate, map) } : candidate),
    setRemoteDescription: (description: RTCSessionDescriptionInit) =>
      setRemote({ ...description, sdp: mapCandidates(description.sdp ?? '', map) }),
  });
}

/**
 * Wraps a platform so that the server is reached through a relay configuration: sockets (`wss`) go to its `ws`, TURN
 * goes to its `turn`, and addresses of the media server are mapped (spec §7; wire-conference 1.1, 3.6).
 *
 * @example
 * const platform = createBrowserPlatform();
 * const configuration = await readRelayConfiguration(platform, 'https://rtc.example.org/rtcconfig.json');
 * const client = new RtcClient({ appKey, restUrl, identity, platform: relayedPlatform(platform, configuration) });
 */
export function relayedPlatform(platform: Platform, { ws, turn, candidateMap }: RelayConfiguration): Platform {
  const relayed: Pick<Platform, 'createSocket' | 'createPeerConnection'> = {
    createSocket: (url) =>
      platform.createSocket(ws === undefined ? url : url.replace(/^wss:\/\/[^/?]*\/?/, `wss://${ws}/`)),
    createPeerConnection: (own) => {
      const configuration = turn === undefined ? own : relayServers(own, turn);
      return mapRemote(platform.createPeerConnection(configuration), candidateMap);
    },
  };
  return new Proxy(platform, {
    get: (target, name) => {
      const value: unknown = Reflect.get(relayed, name) ?? Reflect.get(target, name);
      // Platforms may be classes with private members.
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value;
    },
  });
}
