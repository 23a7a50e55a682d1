import type { WireMessage, WireResponse } from '../protocol/index.js';
import { mediaBytes, receivedIn, sourcesIn, type Carrier, type SectionSource } from './carrier.js';
import { adjustSections, sourcesOf } from './sdp-sections.js';

/** Callbacks of a seat to its link. */
export interface SeatEvents {
  readonly ice: (state: 'connected' | 'disconnected' | 'failed') => void;
  /** The stream was accepted, and the answer applied. */
  readonly answered: () => void;
  /** Transforms the seat's sections in answers. */
  readonly adjustAnswer?: ((sdp: string) => string) | undefined;
}

/** Dependencies of a seat on its shared connection. */
export interface SeatHost {
  readonly pc: RTCPeerConnection;
  readonly isConnected: boolean;
  /** A section that no seat uses. */
  takeFree(kind: string): RTCRtpTransceiver | undefined;
  /** Offers the seat with the next negotiation; resolves with the response to its op 102. */
  offer(seat: Seat, message: WireMessage): Promise<WireResponse>;
  release(seat: Seat): void;
  stats(): Promise<RTCStatsReport>;
}

const RTP_ENTRIES: readonly unknown[] = ['inbound-rtp', 'outbound-rtp', 'remote-inbound-rtp', 'remote-outbound-rtp'];

/** One stream's part of a shared connection: its sections, which are reused for other streams afterwards. */
export class Seat implements Carrier {
  readonly outlivesIce = true;
  readonly #host: SeatHost;
  readonly #events: SeatEvents;
  readonly #transceivers: RTCRtpTransceiver[] = [];
  /** Pending assignments of tracks to reused sections. */
  readonly #settling: Promise<unknown>[] = [];
  #ssrcs = new Set<number>();
  #state: 'new' | 'offered' | 'accepted' | 'answered' | 'closed' = 'new';

  constructor(host: SeatHost, events: SeatEvents) {
    this.#host = host;
    this.#events = events;
  }

  readonly sections: SectionSource = {
    isShared: true,
    addTransceiver: (trackOrKind, init = {}) => {
      const transceiver = this.#reuse(trackOrKind, init) ?? this.#host.pc.addTransceiver(trackOrKind, init);
      this.#transceivers.push(transceiver);
      return transceiver;
    },
    getTransceivers: () => [...this.#transceivers],
  };

  get transceivers(): readonly RTCRtpTransceiver[] {
    return this.#transceivers;
  }

  /** Mids of its sections; known once they were offered. */
  get mids(): string[] {
    return this.#transceivers.flatMap(({ mid }) => mid ?? []);
  }

  get isConnected(): boolean {
    return this.#host.isConnected;
  }

  /** Resolves when the offer is complete. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#settling.splice(0));
  }

  async open(message: WireMessage): Promise<WireResponse> {
    this.#state = 'offered';
    const response = await this.#host.offer(this, message);
    if (this.#state === 'offered') this.#state = 'accepted';
    return response;
  }

  adjust(sdp: string): string {
    const { adjustAnswer } = this.#events;
    return adjustAnswer && this.#state !== 'closed' ? adjustSections(sdp, this.mids, adjustAnswer) : sdp;
  }

  /** An answer was applied: it concerns this seat if the server has accepted the seat by then. */
  applied(offer: string, answer: string): void {
    this.#ssrcs = new Set([...sourcesOf(offer, this.mids), ...sourcesOf(answer, this.mids)]);
    if (this.#state !== 'accepted') return;
    this.#state = 'answered';
    this.#events.answered();
  }

  iceChanged(state: 'connected' | 'disconnected' | 'failed'): void {
    if (this.#state !== 'closed') this.#events.ice(state);
  }

  receivedTracks(): MediaStreamTrack[] {
    return receivedIn(this.#transceivers);
  }

  sources(): RTCRtpContributingSource[] {
    return sourcesIn(this.#transceivers);
  }

  /** Statistics of the connection without the entries of other streams. */
  async stats(): Promise<RTCStatsReport> {
    const report = await this.#host.stats();
    const entries = [...(report as unknown as Map<string, Record<string, unknown>>)];
    const own = entries.filter(([, { type, ssrc }]) => !RTP_ENTRIES.includes(type) || this.#ssrcs.has(Number(ssrc)));
    const sourceIds = new Set(own.flatMap(([, { mediaSourceId }]) => mediaSourceId ?? []));
    const kept = own.filter(([id, { type }]) => type !== 'media-source' || sourceIds.has(id));
    return new Map(kept) as unknown as RTCStatsReport;
  }

  async bytes(outbound: boolean): Promise<number> {
    return mediaBytes(await this.stats(), outbound);
  }

  close(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    for (const { sender } of this.#transceivers) sender.replaceTrack(null).catch(() => undefined);
    this.#host.release(this);
  }

  /** Candidates and answers belong to the connection. */
  async addCandidates(): Promise<void> {}
  async answer(): Promise<void> {}
  sendCandidates(): void {}

  #reuse(trackOrKind: MediaStreamTrack | string, init: RTCRtpTransceiverInit): RTCRtpTransceiver | undefined {
    const track = typeof trackOrKind === 'string' ? null : trackOrKind;
    const transceiver = this.#host.takeFree(typeof trackOrKind === 'string' ? trackOrKind : trackOrKind.kind);
    if (!transceiver) return undefined;
    transceiver.direction = init.direction ?? 'sendrecv';
    this.#settling.push(transceiver.sender.replaceTrack(track));
    // Not supported everywhere, and only the grouping of tracks at the receiver depends on it.
    transceiver.sender.setStreams?.(...(init.streams ?? []));
    return transceiver;
  }
}
