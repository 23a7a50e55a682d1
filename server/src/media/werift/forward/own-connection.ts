import { newOrigin, type SectionAnswer, writeAnswer } from '../sdp/answer.js';
import type { Offer } from '../sdp/offer.js';
import type { Carrier, CarrierEvents } from '../transport/carrier.js';
import { type PeerEnvironment, PeerTransport } from '../transport/peer.js';

/** The peer connection of a single publication or subscription. */
export class OwnConnection {
  #peer: PeerTransport | undefined;

  constructor(
    private readonly offer: Offer,
    private readonly environment: PeerEnvironment,
  ) {}

  readonly open = async (events: CarrierEvents): Promise<Carrier> => {
    this.#peer = await PeerTransport.open(this.offer, this.environment, events);
    return this.#peer;
  };

  /** Closes the connection where the answer cannot be written. @throws {MediaError} `engine-down` */
  answer(answers: readonly (SectionAnswer | undefined)[]): string {
    try {
      if (this.#peer === undefined) throw new Error('the connection was not opened');
      return writeAnswer(this.offer, this.#peer.describe(), newOrigin(), answers);
    } catch (error) {
      this.#peer?.close();
      throw error;
    }
  }
}
