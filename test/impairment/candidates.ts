import { isIP } from 'node:net';

/** An IP address and a UDP port. */
export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** Returns the endpoint that replaces another; undefined keeps the original. */
export type EndpointMapping = (endpoint: Endpoint) => Promise<Endpoint | undefined>;

// candidate:<foundation> <component> <transport> <priority> <address> <port> typ …
const CANDIDATE = /^((?:a=)?candidate:\S+ \d+ udp \d+ )(\S+) (\d+)( .*)$/i;

/**
 * Replaces the endpoint of a UDP candidate (with or without `a=`). Other lines, TCP candidates and host names are
 * returned unchanged.
 */
export const rewriteCandidate = async (candidate: string, mapping: EndpointMapping): Promise<string> => {
  const [, head, address, port, tail] = CANDIDATE.exec(candidate) ?? [];
  if (head === undefined || address === undefined || isIP(address) === 0) return candidate;
  const mapped = await mapping({ address, port: Number(port) });
  return mapped === undefined ? candidate : `${head}${mapped.address} ${mapped.port}${tail ?? ''}`;
};

/** Rewrites every UDP candidate of an SDP text. */
export const rewriteSdp = async (sdp: string, mapping: EndpointMapping): Promise<string> => {
  const lines = await Promise.all(sdp.split('\r\n').map((line) => rewriteCandidate(line, mapping)));
  return lines.join('\r\n');
};

/** Takes every candidate out of an SDP text. */
export const stripCandidates = (sdp: string): string =>
  sdp
    .split('\r\n')
    .filter((line) => !line.startsWith('a=candidate:') && line !== 'a=end-of-candidates')
    .join('\r\n');
