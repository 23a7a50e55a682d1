import { LecternError } from '../core/errors.js';
import { Peer, type PeerEvents } from '../link/peer.js';
import { decodeCandidates, decodeSdp, encodeSdp } from '../protocol/codec.js';
import type { SessionDescription } from '../protocol/messages.js';
import { withoutVideo } from './sdp.js';

/** Media of a call in both directions: one peer connection, from the offer to the end. */
export class CallConnection {
  readonly #pc: RTCPeerConnection;
  readonly #peer: Peer;
  readonly #isVideo: boolean;

  constructor(pc: RTCPeerConnection, isVideo: boolean, events: PeerEvents) {
    this.#pc = pc;
    this.#isVideo = isVideo;
    this.#peer = new Peer(pc, events);
  }

  /** Offers to send this media; what is not sent is received all the same. */
  async offer(media: MediaStream): Promise<string> {
    for (const kind of this.#isVideo ? (['audio', 'video'] as const) : (['audio'] as const)) {
      const track = media.getTracks().find((candidate) => candidate.kind === kind);
      if (track) this.#pc.addTransceiver(track, { direction: 'sendrecv', streams: [media] });
      else this.#pc.addTransceiver(kind, { direction: 'recvonly' });
    }
    return encodeSdp({ type: 'offer', sdp: await this.#peer.offer() });
  }

  /** Takes the other side's offer or answer; an `sdp` member of the wire. */
  describe(sdp: unknown): Promise<void> {
    const description = decodeSdp(sdp);
    return this.#peer.answer({ ...description, sdp: this.#adjust(description) });
  }

  /** Answers the offer that was taken, sending this media. */
  async answer(media: MediaStream): Promise<string> {
    for (const track of media.getTracks()) {
      if (this.#isVideo || track.kind === 'audio') this.#pc.addTrack(track, media);
    }
    const answer = await this.#pc.createAnswer();
    await this.#pc.setLocalDescription(answer);
    const sdp = this.#pc.localDescription?.sdp ?? answer.sdp;
    if (!sdp) throw new LecternError('the browser made no answer', { reason: 'media' });
    return encodeSdp({ type: 'answer', sdp });
  }

  /** A `cands` member of the wire; kept until a description is there. */
  addCandidates(cands: unknown): Promise<void> {
    return this.#peer.addCandidates(decodeCandidates(cands));
  }

  /** Local candidates may go out from now on. */
  sendCandidates(): void {
    this.#peer.sendCandidates();
  }

  get isConnected(): boolean {
    return this.#peer.isConnected;
  }

  receivedTracks(): MediaStreamTrack[] {
    return this.#peer.receivedTracks();
  }

  /** Media bytes so far. */
  async traffic(): Promise<Readonly<Record<'local' | 'remote', number>>> {
    const [local, remote] = await Promise.all([this.#peer.bytes(true), this.#peer.bytes(false)]);
    return { local, remote };
  }

  /** Idempotent. */
  close(): void {
    this.#peer.close();
  }

  #adjust({ sdp }: SessionDescription): string {
    return this.#isVideo ? sdp : withoutVideo(sdp);
  }
}
