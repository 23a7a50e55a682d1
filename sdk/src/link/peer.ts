import { encodeSdp, type WireCandidate, type WireMessage, type WireResponse } from '../protocol/index.js';
import { mediaBytes, receivedIn, sourcesIn, type Carrier, type SectionSource } from './carrier.js';

export interface PeerEvents {
  /** ICE changed; `failed` also when DTLS did. */
  readonly ice: (state: 'connected' | 'disconnected' | 'failed') => void;
  readonly candidates: (candidates: readonly WireCandidate[]) => void;
}

const ICE_EVENTS: Partial<Record<RTCIceConnectionState, 'connected' | 'disconnected' | 'failed'>> = {
  connected: 'connected',
  completed: 'connected',
  disconnected: 'disconnected',
  failed: 'failed',
};

/** One peer connection of a link, from its offer to its end; it queues candidates until they may be used. */
export class Peer implements Carrier {
  readonly outlivesIce = false;
  readonly #pc: RTCPeerConnection;
  readonly #events: PeerEvents;
  /** Received candidates, until the answer was set. */
  #received: WireCandidate[] | undefined = [];
  /** Gathered candidates, until they may be sent. */
  #gathered: WireCandidate[] | undefined = [];

  constructor(pc: RTCPeerConnection, events: PeerEvents) {
    this.#pc = pc;
    this.#events = events;
    pc.oniceconnectionstatechange = () => {
      const event = ICE_EVENTS[pc.iceConnectionState];
      if (event) events.ice(event);
    };
    pc.onconnectionstatechange = () => {
      if (pc.connectionState === 'failed') events.ice('failed');
    };
    pc.onicecandidate = ({ candidate }) => {
      // TCP candidates and the end of candidates are not sent (wire-conference 3.6).
      if (!candidate?.candidate || / tcp /i.test(candidate.candidate)) return;
      const { sdpMLineIndex, sdpMid } = candidate;
      const index = sdpMLineIndex ?? 0;
      const entry = { candidate: candidate.candidate, sdpMLineIndex: index, sdpMid: sdpMid ?? String(index) };
      if (this.#gathered) this.#gathered.push(entry);
      else events.candidates([entry]);
    };
  }

  /**
   * Creates and sets the offer. `localDescription` is not read: candidates are gathered into it on another thread, and
   * Node's WebRTC crashes the process if one arrives during the read.
   */
  async offer(): Promise<string> {
    const offer = await this.#pc.createOffer();
    await this.#pc.setLocalDescription(offer);
    return offer.sdp ?? '';
  }

  async open(message: WireMessage, request: (message: WireMessage) => Promise<WireResponse>): Promise<WireResponse> {
    return request({ ...message, sdp: encodeSdp({ type: 'offer', sdp: await this.offer() }) });
  }

  async answer(description: RTCSessionDescriptionInit): Promise<void> {
    await this.#pc.setRemoteDescription(description);
    if (description.type === 'pranswer') return;
    const received = this.#received ?? [];
    this.#received = undefined;
    await this.addCandidates(received);
  }

  /** Adds candidates, or queues them until the answer was received. A candidate that the browser refuses is skipped. */
  async addCandidates(candidates: readonly WireCandidate[]): Promise<void> {
    if (this.#received) {
      this.#received.push(...candidates);
      return;
    }
    await Promise.allSettled(candidates.map((candidate) => this.#pc.addIceCandidate(candidate)));
  }

  /** Local candidates may be sent from now on. */
  sendCandidates(): void {
    const gathered = this.#gathered ?? [];
    this.#gathered = undefined;
    if (gathered.length > 0) this.#events.candidates(gathered);
  }

  get sections(): SectionSource {
    return this.#pc;
  }

  get isConnected(): boolean {
    return ICE_EVENTS[this.#pc.iceConnectionState] === 'connected';
  }

  /** Tracks that the answer announced. */
  receivedTracks(): MediaStreamTrack[] {
    return receivedIn(this.#pc.getTransceivers());
  }

  sources(): RTCRtpContributingSource[] {
    return sourcesIn(this.#pc.getTransceivers());
  }

  /** Statistics of the peer connection. */
  stats(): Promise<RTCStatsReport> {
    return this.#pc.getStats();
  }

  async bytes(outbound: boolean): Promise<number> {
    return mediaBytes(await this.stats(), outbound);
  }

  /** Idempotent. */
  close(): void {
    this.#pc.oniceconnectionstatechange = null;
    this.#pc.onconnectionstatechange = null;
    this.#pc.onicecandidate = null;
    this.#pc.close();
  }
}
