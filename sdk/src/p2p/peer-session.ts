import { LecternError } from '../core/errors.js';
import { Peer, type PeerEvents } from '../link/peer.js';
import type { SessionDescription, WireCandidate } from '../protocol/index.js';

/** One peer connection between the two sides, from its offer or answer to its end. */
export class PeerSession {
  readonly #pc: RTCPeerConnection;
  readonly #peer: Peer;
  #sent: readonly MediaStreamTrack[] = [];

  constructor(
    pc: RTCPeerConnection,
    /** Id of the peer connection on the wire; the answering side adopts that of the offer. */
    readonly context: string | undefined,
    events: PeerEvents,
  ) {
    this.#pc = pc;
    this.#peer = new Peer(pc, events);
  }

  /** Offers the sent media; kinds that are not sent are still received if the stream is bidirectional. */
  async offer(media: MediaStream | undefined, isBothWays: boolean): Promise<string> {
    this.#sent = media?.getTracks() ?? [];
    for (const kind of ['audio', 'video'] as const) {
      const track = this.#sent.find((candidate) => candidate.kind === kind);
      if (track && media) {
        this.#pc.addTransceiver(track, { direction: isBothWays ? 'sendrecv' : 'sendonly', streams: [media] });
      } else if (isBothWays) this.#pc.addTransceiver(kind, { direction: 'recvonly' });
    }
    return this.#peer.offer();
  }

  /** Answers an offer, sending this media. */
  async answer(offer: SessionDescription, media: MediaStream | undefined): Promise<string> {
    await this.#peer.answer(offer);
    this.#sent = media?.getTracks() ?? [];
    if (media) for (const track of this.#sent) this.#pc.addTrack(track, media);
    const answer = await this.#pc.createAnswer();
    await this.#pc.setLocalDescription(answer);
    if (!answer.sdp) throw new LecternError('the browser made no answer', { reason: 'media' });
    return answer.sdp;
  }

  /** Applies the other side's answer to the offer. */
  complete(answer: SessionDescription): Promise<void> {
    return this.#peer.answer(answer);
  }

  addCandidates(candidates: readonly WireCandidate[]): Promise<void> {
    return this.#peer.addCandidates(candidates);
  }

  sendCandidates(): void {
    this.#peer.sendCandidates();
  }

  /** True if all tracks of this media are sent. */
  sends(media: MediaStream | undefined): boolean {
    return media?.getTracks().every((track) => this.#sent.includes(track)) ?? true;
  }

  get isConnected(): boolean {
    return this.#peer.isConnected;
  }

  receivedTracks(): MediaStreamTrack[] {
    return this.#peer.receivedTracks();
  }

  /** Idempotent. */
  close(): void {
    this.#peer.close();
  }
}
