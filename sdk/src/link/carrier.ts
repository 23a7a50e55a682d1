import type { WireCandidate, WireMessage, WireResponse } from '../protocol/index.js';

/** Source of a stream's sections: a peer connection, or a part of one. */
export interface SectionSource extends Pick<RTCPeerConnection, 'addTransceiver' | 'getTransceivers'> {
  /** True if offers have sections of many streams, which must fit into one message. */
  readonly isShared?: boolean;
}

/** Transport of one stream: a peer connection of its own ({@link Peer}), or a seat in a shared one. */
export interface Carrier {
  readonly sections: SectionSource;
  readonly isConnected: boolean;
  /** True if it survives an ICE restart of its connection, so that a loss of ICE does not end it. */
  readonly outlivesIce: boolean;
  /**
   * Offers the created sections.
   * @param message op 102 without its offer
   */
  open(message: WireMessage, request: (message: WireMessage) => Promise<WireResponse>): Promise<WireResponse>;
  addCandidates(candidates: readonly WireCandidate[]): Promise<void>;
  answer(description: RTCSessionDescriptionInit): Promise<void>;
  /** Local candidates may be sent from now on. */
  sendCandidates(): void;
  receivedTracks(): MediaStreamTrack[];
  sources(): RTCRtpContributingSource[];
  stats(): Promise<RTCStatsReport>;
  /** Media bytes so far: received, or sent if `outbound`. */
  bytes(outbound: boolean): Promise<number>;
  /** Idempotent. */
  close(): void;
}

/** Media bytes of a report. */
export function mediaBytes(report: RTCStatsReport, outbound: boolean): number {
  let sum = 0;
  for (const entry of report.values() as Iterable<Record<string, unknown>>) {
    const value = outbound
      ? entry.type === 'outbound-rtp' && entry.bytesSent
      : entry.type === 'inbound-rtp' && entry.bytesReceived;
    if (typeof value === 'number') sum += value;
  }
  return sum;
}

/** Tracks that are received in these sections. */
export const receivedIn = (transceivers: readonly RTCRtpTransceiver[]): MediaStreamTrack[] =>
  transceivers
    .filter(({ currentDirection }) => currentDirection === 'sendrecv' || currentDirection === 'recvonly')
    .map(({ receiver }) => receiver.track);

/** Recent sources of these sections: the senders of the audio, and the contributors that a mixer lists in it. */
export const sourcesIn = (transceivers: readonly RTCRtpTransceiver[]): RTCRtpContributingSource[] =>
  transceivers.flatMap(({ receiver }) =>
    receiver.track.kind === 'audio'
      ? [...(receiver.getSynchronizationSources?.() ?? []), ...(receiver.getContributingSources?.() ?? [])]
      : [],
  );
