import { isSrtcp, readSrtpHeader, ReplayWindow, type SrtpHeader } from '../../packet-filter/index.js';

/** Limit of streams with state per transport; a client has a handful. A new one replaces the oldest. */
const MAX_STREAMS = 32;
const SRTCP_INDEX_BYTES = 4;
const TURN = 0x1_0000;
const HALF_TURN = 0x8000;

/** Keys of the packets of the other end. Both functions throw where the authentication tag is wrong. */
export interface SrtpKeys {
  /** Length of the tag at the end of every packet, in bytes. */
  readonly tagBytes: number;
  /** True if the tag comes before the index of an SRTCP packet (RFC 7714 17), false if after it (RFC 3711 3.4). */
  readonly isTagBeforeIndex: boolean;
  decryptRtp(data: Buffer, rollover: number, header: SrtpHeader): Buffer;
  decryptRtcp(data: Buffer): Buffer;
}

/** Authenticates and decrypts incoming packets, each once (RFC 3711 3.3). */
export class SrtpReceiver {
  readonly #rtp = new Map<number, ReplayWindow>();
  readonly #rtcp = new Map<number, ReplayWindow>();

  constructor(private readonly keys: SrtpKeys) {}

  /** The decrypted packet; undefined where it is malformed, forged or a duplicate. */
  openRtp(data: Buffer): Buffer | undefined {
    const header = readSrtpHeader(data, this.keys.tagBytes);
    if (header === undefined) return undefined;
    const known = this.#rtp.get(header.ssrc);
    const index = packetIndex(known?.newest ?? -1, header.sequenceNumber);
    if (index < 0 || known?.admits(index) === false) return undefined;
    const plain = unlessForged(() => this.keys.decryptRtp(data, Math.floor(index / TURN), header));
    if (plain !== undefined) (known ?? follow(this.#rtp, header.ssrc)).accept(index);
    return plain;
  }

  /** The decrypted compound packet; undefined where it is malformed, forged or a duplicate. */
  openRtcp(data: Buffer): Buffer | undefined {
    const { tagBytes, isTagBeforeIndex } = this.keys;
    if (!isSrtcp(data, tagBytes)) return undefined;
    const ssrc = data.readUInt32BE(4);
    const indexAt = data.length - SRTCP_INDEX_BYTES - (isTagBeforeIndex ? 0 : tagBytes);
    const index = data.readUInt32BE(indexAt) & 0x7fff_ffff;
    const known = this.#rtcp.get(ssrc);
    if (known?.admits(index) === false) return undefined;
    const plain = unlessForged(() => this.keys.decryptRtcp(data));
    if (plain !== undefined) (known ?? follow(this.#rtcp, ssrc)).accept(index);
    return plain;
  }
}

/**
 * Extends a sequence number to the index nearest to the newest one (RFC 3711 3.3.1); negative before the first wrap.
 */
export function packetIndex(newest: number, sequence: number): number {
  if (newest < 0) return sequence;
  const index = newest - (newest % TURN) + sequence;
  if (index - newest > HALF_TURN) return index - TURN;
  return newest - index > HALF_TURN ? index + TURN : index;
}

function follow(streams: Map<number, ReplayWindow>, ssrc: number): ReplayWindow {
  const [oldest] = streams.keys();
  if (oldest !== undefined && streams.size === MAX_STREAMS) streams.delete(oldest);
  const window = new ReplayWindow();
  streams.set(ssrc, window);
  return window;
}

function unlessForged(decrypt: () => Buffer): Buffer | undefined {
  try {
    return decrypt();
  } catch {
    return undefined;
  }
}
