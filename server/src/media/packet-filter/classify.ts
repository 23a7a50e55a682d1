/** Protocols that share one UDP socket (RFC 7983, RFC 5761). */
export type PacketKind = 'stun' | 'dtls' | 'rtp' | 'rtcp';

/** Largest datagram that is processed, in bytes. Senders of media stay within the 1,500 bytes of an Ethernet frame. */
export const MAX_DATAGRAM_BYTES = 2_048;
const MIN_DATAGRAM_BYTES = 12;
const FIRST_RTCP_TYPE = 192;
const LAST_RTCP_TYPE = 223;

/** Detects the protocol of a datagram by its first two bytes; undefined for everything that no transport expects. */
export function classify(data: Buffer): PacketKind | undefined {
  if (data.length < MIN_DATAGRAM_BYTES || data.length > MAX_DATAGRAM_BYTES) return undefined;
  const first = data[0] ?? 0;
  if (first < 4) return 'stun';
  if (first >= 20 && first < 64) return 'dtls';
  if (first < 128 || first >= 192) return undefined;
  const second = data[1] ?? 0;
  return second >= FIRST_RTCP_TYPE && second <= LAST_RTCP_TYPE ? 'rtcp' : 'rtp';
}
