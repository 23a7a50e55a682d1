import { LecternError } from '../core/errors.js';
import { decodeSdp, encodeSdp } from '../protocol/codec.js';
import { Peer, type PeerEvents } from './peer.js';
import { resend } from './resend.js';

/** Form of the sections of a two-way connection. */
export interface TwoWayShape {
  readonly kinds: readonly ('audio' | 'video')[];
  /**
   * Direction of a kind that is not sent: it is received alone, it can be sent later without a new offer (`sendrecv`),
   * or it gets no section.
   */
  readonly unsent: 'recvonly' | 'sendrecv' | 'none';
  /** Transforms the other side's descriptions before they are applied. */
  readonly adjust?: (sdp: string) => string;
}

/** The media of one stream between two users, from its offer or answer to its end: no server is in between. */
export class TwoWayConnection extends Peer {
  readonly #pc: RTCPeerConnection;
  readonly #shape: TwoWayShape;
  #sent: readonly MediaStreamTrack[] = [];

  constructor(pc: RTCPeerConnection, shape: TwoWayShape, events: PeerEvents) {
    super(pc, events);
    this.#pc = pc;
    this.#shape = shape;
  }

  /** Offers to send this media. Returns the `sdp` member of the wire. */
  async offerMedia(media: MediaStream | undefined): Promise<string> {
    const { kinds, unsent } = this.#shape;
    this.#sent = media?.getTracks() ?? [];
    for (const kind of kinds) {
      const track = this.#sent.find((candidate) => candidate.kind === kind);
      const streams = media ? { streams: [media] } : {};
      const direction = unsent === 'none' ? 'sendonly' : 'sendrecv';
      if (track) this.#pc.addTransceiver(track, { direction, ...streams });
      else if (unsent !== 'none') this.#pc.addTransceiver(kind, { direction: unsent, ...streams });
    }
    return encodeSdp({ type: 'offer', sdp: await this.offer() });
  }

  /** Applies the other side's offer or answer: the `sdp` member of the wire. */
  describe(sdp: unknown): Promise<void> {
    const description = decodeSdp(sdp);
    return this.answer({ ...description, sdp: this.#shape.adjust?.(description.sdp) ?? description.sdp });
  }

  /** Answers the applied offer, sending this media. Returns the `sdp` member of the wire. */
  async answerMedia(media: MediaStream | undefined): Promise<string> {
    const { kinds, unsent } = this.#shape;
    this.#sent = (media?.getTracks() ?? []).filter(({ kind }) => kinds.includes(kind as 'audio' | 'video'));
    if (media) for (const track of this.#sent) this.#pc.addTrack(track, media);
    if (unsent === 'sendrecv') this.#keepOpen(media);
    const answer = await this.#pc.createAnswer();
    await this.#pc.setLocalDescription(answer);
    if (!answer.sdp) throw new LecternError('the browser made no answer', { reason: 'media' });
    return encodeSdp({ type: 'answer', sdp: answer.sdp });
  }

  /** Sends a track in place of that of its kind. Returns false if it must be offered anew. */
  async replace(track: MediaStreamTrack): Promise<boolean> {
    if (!(await resend(this.#pc, track, this.#shape.unsent === 'sendrecv'))) return false;
    this.#sent = [...this.#sent.filter(({ kind }) => kind !== track.kind), track];
    return true;
  }

  isSending(track: MediaStreamTrack): boolean {
    return this.#sent.includes(track);
  }

  /** True if all tracks of this media are sent. */
  sends(media: MediaStream | undefined): boolean {
    return media?.getTracks().every((track) => this.#sent.includes(track)) ?? true;
  }

  /** Media bytes of both directions so far. */
  readonly traffic = async (): Promise<Readonly<Record<'local' | 'remote', number>>> => {
    const [local, remote] = await Promise.all([this.bytes(true), this.bytes(false)]);
    return { local, remote };
  };

  /** Sections of kinds that are not sent yet accept a track later. */
  #keepOpen(media: MediaStream | undefined): void {
    for (const transceiver of this.#pc.getTransceivers()) {
      const { kind } = transceiver.receiver.track;
      if (transceiver.direction !== 'recvonly' || !this.#shape.kinds.includes(kind as 'audio' | 'video')) continue;
      transceiver.direction = 'sendrecv';
      if (media) transceiver.sender.setStreams?.(media);
    }
  }
}
