import type { ReceivedRtp } from '../../packet-filter/index.js';
import { TransportFeedback } from './twcc.js';

/** Reports the arrival times of the packets of one connection, by their transport-wide numbers. */
export class ArrivalReports {
  #isDue = false;
  readonly #feedback: TransportFeedback;

  constructor(sender: number) {
    this.#feedback = new TransportFeedback(sender);
  }

  /** @param extensionId id of the header extension that numbers packets; undefined where it was not negotiated */
  received({ header }: ReceivedRtp, extensionId: number | undefined): void {
    if (extensionId === undefined) return;
    const payload = header.extensions.find(({ id }) => id === extensionId)?.payload;
    if (payload === undefined || payload.length < 2) return;
    this.#feedback.received(payload.readUInt16BE(0), performance.now() * 1000);
    this.#isDue = true;
  }

  /** Arrivals since the last call, as RTCP packets. */
  build(mediaSsrc: number): Buffer[] {
    if (!this.#isDue) return [];
    this.#isDue = false;
    return this.#feedback.build(mediaSsrc, performance.now() * 1000);
  }
}
