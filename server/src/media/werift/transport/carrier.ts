import type { RtpHeader } from 'werift';
import type { TransportState } from '../../engine.js';
import type { AdaptedStream } from '../forward/layers/receiver-control.js';
import type { ReceivedRtp, RtcpMessage } from '../../packet-filter/index.js';

/** Packets and bytes, RTCP included. */
export interface PacketCounters {
  readonly packetsSent: number;
  readonly packetsReceived: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

/** Packet transport of one publication or subscription: a peer connection of its own, or a shared one. */
export interface Carrier {
  readonly state: TransportState;
  readonly isConnected: boolean;
  readonly counters: PacketCounters;
  /** Encrypts and sends; ignored before the connection is up. The header and payload are not retained. */
  sendRtp(header: RtpHeader, payload: Buffer): void;
  /** Encrypts and sends one compound RTCP packet; ignored before the connection is up. */
  sendRtcp(packet: Buffer): void;
  /** Has the layer of a subscription chosen by the capacity towards its member, on connections that measure it. */
  adapt?(stream: AdaptedStream): void;
  /** Idempotent. */
  close(): void;
}

export interface CarrierEvents {
  rtp(packet: ReceivedRtp): void;
  rtcp(message: RtcpMessage): void;
  state(state: TransportState): void;
  /** The client is at another address, or an ICE restart has connected again: packets of some seconds did not arrive. */
  pathChanged?(): void;
}

/** Opens the carrier of a publication or subscription. @throws {MediaError} `engine-down`, `bad-sdp` */
export type OpenCarrier = (events: CarrierEvents) => Promise<Carrier>;
