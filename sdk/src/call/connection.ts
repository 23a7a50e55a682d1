import { Peer, type PeerEvents } from '../link/peer.js';
import { decodeSdp, encodeSdp } from '../protocol/codec.js';
import { withoutVideo } from './sdp.js';

/** Media of a call in both directions: one peer connection, from the offer to the end. */
export class CallConnection extends Peer {
  readonly #pc: RTCPeerConnection;
  readonly #isVideo: boolean;

  constructor(pc: RTCPeerConnection, isVideo: boolean, events: PeerEvents) {
    super(pc, events);
    this.#pc = pc;
    this.#isVideo = isVideo;
  }

  /** Offers to send this media; kinds that are not sent are still received. */
  async offerMedia(media: MediaStream): Promise<string> {
    for (const kind of this.#isVideo ? (['audio', 'video'] as const) : (['audio'] as const)) {
      const track = media.getTracks().find((candidate) => candidate.kind === kind);
      if (track) this.#pc.addTransceiver(track, { direction: 'sendrecv', streams: [media] });
      else this.#pc.addTransceiver(kind, { direction: 'recvonly' });
    }
    return encodeSdp({ type: 'offer', sdp: await this.offer() });
  }

  /** Applies the other side's offer or answer; an `sdp` member of the wire. */
  describe(sdp: unknown): Promise<void> {
    const description = decodeSdp(sdp);
    return this.answer(this.#isVideo ? description : { ...description, sdp: withoutVideo(description.sdp) });
  }

  /** Answers the applied offer, sending this media. */
  async answerMedia(media: MediaStream): Promise<string> {
    for (const track of media.getTracks()) {
      if (this.#isVideo || track.kind === 'audio') this.#pc.addTrack(track, media);
    }
    const answer = await this.#pc.createAnswer();
    await this.#pc.setLocalDescription(answer);
    return encodeSdp({ type: 'answer', sdp: answer.sdp ?? '' });
  }

  /** Media bytes of both directions so far. */
  async traffic(): Promise<Readonly<Record<'local' | 'remote', number>>> {
    const [local, remote] = await Promise.all([this.bytes(true), this.bytes(false)]);
    return { local, remote };
  }
}
