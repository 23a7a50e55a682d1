import type { Socket } from 'node:dgram';
import type { RTCDtlsTransport, RTCIceTransport } from 'werift';
import type { DtlsRecord, SrtpHeader } from '../../packet-filter/index.js';
import type { SrtpKeys } from './srtp-receiver.js';

/**
 * Private properties of werift that a server needs. Read structurally, so that a version that renames one makes these
 * functions return nothing instead of throwing.
 */
interface Internals {
  readonly protocols?: readonly Partial<StunProtocol>[];
}

/** werift's end of one UDP socket, behind the checks of this folder. */
export interface StunProtocol {
  readonly transport: { readonly socket: Socket };
  /** Pending requests of the server, by transaction id in hexadecimal digits. */
  readonly transactions: Readonly<Record<string, unknown>>;
  /** Handles a STUN message. */
  datagramReceived(data: Buffer, address: [address: string, port: number]): void;
  /** Handles all other datagrams. */
  readonly onDataReceived: { execute(data: Buffer): void };
}

function isComplete(protocol: Partial<StunProtocol>): protocol is StunProtocol {
  const { transport, transactions, datagramReceived, onDataReceived } = protocol;
  return [transport?.socket, transactions, datagramReceived, onDataReceived].every((part) => part !== undefined);
}

/** The UDP sockets of a gathered ICE transport, with their readers. */
export function protocolsOf(ice: RTCIceTransport): StunProtocol[] {
  const { protocols } = ice.connection as unknown as Internals;
  return (protocols ?? []).filter(isComplete);
}

/** Clears the ids of the requests that a client has sent so far; werift only detects repetitions by them. */
export function forgetRequests(ice: RTCIceTransport): void {
  for (const pair of ice.connection.candidatePairs as unknown as readonly { requestTransactionIds?: Set<string> }[]) {
    pair.requestTransactionIds?.clear();
  }
}

interface Route {
  readonly remoteCandidate: { readonly host: string; readonly port: number };
}

/** The remote address in use; undefined before ICE has agreed on one. */
export function remoteAddressOf(ice: RTCIceTransport): { readonly address: string; readonly port: number } | undefined {
  const { nominated } = ice.connection as unknown as { readonly nominated?: Route };
  return nominated && { address: nominated.remoteCandidate.host, port: nominated.remoteCandidate.port };
}

/**
 * Sends to another remote address from now on. werift, as the controlled side, would stay at the first one.
 *
 * @returns false where no check came from it yet
 */
export function sendTo(ice: RTCIceTransport, source: { readonly address: string; readonly port: number }): boolean {
  const connection = ice.connection as unknown as { nominated?: Route; readonly candidatePairs?: readonly Route[] };
  const route = connection.candidatePairs?.find(
    ({ remoteCandidate: { host, port } }) => host === source.address && port === source.port,
  );
  if (route === undefined || connection.nominated === undefined) return false;
  connection.nominated = route;
  return true;
}

interface SrtpContext {
  readonly cipher: {
    decryptRtp(data: Buffer, rollover: number, header: SrtpHeader): [Buffer, unknown];
    decryptRTCP(data: Buffer): [Buffer, unknown];
  };
}

interface SrtpInternals {
  readonly config?: { readonly profile?: number };
  readonly remoteContext?: SrtpContext;
}

const SRTP_AEAD_AES_128_GCM = 0x0007;
const GCM_TAG_BYTES = 16;
const SHA1_80_TAG_BYTES = 10;

/** Keys of the packets received over a connected transport; undefined where there are none. */
export function srtpKeysOf({ srtp, srtcp }: RTCDtlsTransport): SrtpKeys | undefined {
  const { config, remoteContext: rtp } = srtp as unknown as SrtpInternals;
  const { remoteContext: rtcp } = srtcp as unknown as SrtpInternals;
  if (rtp === undefined || rtcp === undefined) return undefined;
  const isGcm = config?.profile === SRTP_AEAD_AES_128_GCM;
  return {
    tagBytes: isGcm ? GCM_TAG_BYTES : SHA1_80_TAG_BYTES,
    isTagBeforeIndex: isGcm,
    decryptRtp: (data, rollover, header) => rtp.cipher.decryptRtp(data, rollover, header)[0],
    decryptRtcp: (data) => rtcp.cipher.decryptRTCP(data)[0],
  };
}

interface DtlsInternals {
  readonly dtls?: { readonly cipher?: { decryptPacket(packet: object): Buffer } };
}

/** Content of an encrypted record; undefined where the other end of the handshake did not write it. */
export function openRecord(
  transport: RTCDtlsTransport,
  { type, epoch, bytes, fragment }: DtlsRecord,
): Buffer | undefined {
  const cipher = (transport as unknown as DtlsInternals).dtls?.cipher;
  const recordLayerHeader = {
    contentType: type,
    protocolVersion: { major: bytes.readUInt8(1), minor: bytes.readUInt8(2) },
    epoch,
    sequenceNumber: bytes.readUIntBE(5, 6),
    contentLen: fragment.length,
  };
  try {
    return cipher?.decryptPacket({ recordLayerHeader, fragment });
  } catch {
    return undefined;
  }
}

interface RolloverState {
  rolloverCounter: number;
  lastSequenceNumber: number;
  rolloverHasProcessed?: boolean;
}

/**
 * Replaces werift's estimate of the rollover counter of sent packets by that of RFC 3711 appendix A: werift's is
 * permanently wrong once more than a hundred packets are left out across a wrap of the sequence number.
 */
export function repairRollover(dtls: RTCDtlsTransport): void {
  const { localContext } = dtls.srtp as unknown as { localContext?: object };
  if (localContext !== undefined && 'updateRolloverCount' in localContext) {
    localContext.updateRolloverCount = updateRollover;
  }
}

/** RFC 3711 appendix A: a step of more than half the number space is a wrap, forwards or backwards. */
export function updateRollover(sequence: number, state: RolloverState): void {
  if (state.rolloverHasProcessed !== true) {
    state.rolloverHasProcessed = true;
    state.lastSequenceNumber = sequence;
    return;
  }
  const distance = sequence - state.lastSequenceNumber;
  if (distance > 0x8000) {
    // Older than the very first packet: no rollover counter fits it, and it must not change the state.
    if (state.rolloverCounter === 0) return;
    state.rolloverCounter--;
  } else if (distance < -0x8000) {
    state.rolloverCounter++;
  }
  state.lastSequenceNumber = sequence;
}
