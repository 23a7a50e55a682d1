import type { Clock } from '@lectern/kit/clock';
import type { MixedPacket, MixListener } from '../../mixer/index.js';
import type { SentTrack } from '../sdp/answer.js';
import type { AgreedCodec } from '../sdp/codecs.js';
import { MixFeed } from './mix-feed.js';
import { ForwardedTrack, type PacketSender } from './track.js';

/** A mix without the member's own voice, sent on its own publishing transport. */
export class MixedTrack implements MixListener {
  readonly #feed: MixFeed;
  readonly #track: ForwardedTrack;
  #isOn = false;

  constructor(
    agreed: AgreedCodec,
    readonly sent: SentTrack,
    peer: () => PacketSender | undefined,
    levelExtension: number | undefined,
    private readonly clock: Clock,
  ) {
    this.#feed = new MixFeed(clock);
    this.#track = new ForwardedTrack('audio', agreed, sent, peer, levelExtension);
  }

  get isListening(): boolean {
    return this.#isOn;
  }

  setOn(isOn: boolean): void {
    this.#isOn = isOn;
    this.#track.setOn(isOn);
  }

  deliver(packet: MixedPacket): void {
    this.#track.forward(this.#feed, this.#feed.take(packet), true, this.clock.now());
  }

  resend(lost: readonly number[]): void {
    this.#track.resend(lost, [this.#feed]);
  }

  report(): Buffer | undefined {
    return this.#track.report(this.#feed, this.clock.now());
  }
}
