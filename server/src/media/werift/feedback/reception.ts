import type { ReportBlock } from '../rtp/rtcp.js';

/** Statistics of one incoming stream for receiver reports (RFC 3550 6.4.1 and appendix A). */
export class ReceptionStatistics {
  #base: number | undefined;
  #highest = 0;
  #received = 0;
  #expectedBefore = 0;
  #receivedBefore = 0;
  #transit: number | undefined;
  #jitter = 0;
  #lastReport = 0;
  #lastReportAt = 0;

  constructor(private readonly clockRate: number) {}

  /** @param now ms */
  received(sequence: number, timestamp: number, now: number): void {
    this.#received++;
    if (this.#base === undefined || sequence < this.#base) this.#base = sequence;
    if (sequence > this.#highest) this.#highest = sequence;
    const transit = (Math.round((now * this.clockRate) / 1000) - timestamp) | 0;
    if (this.#transit !== undefined) {
      const change = Math.abs((transit - this.#transit) | 0);
      this.#jitter += (change - this.#jitter) / 16;
    }
    this.#transit = transit;
  }

  /** @param ntp time of a sender report, 32.32 fixed point */
  senderReported(ntp: bigint, now: number): void {
    this.#lastReport = Number((ntp >> 16n) & 0xffff_ffffn);
    this.#lastReportAt = now;
  }

  /** Packets that never arrived, less duplicates. */
  get lost(): number {
    return Math.max(0, this.#expected - this.#received);
  }

  report(ssrc: number, now: number): ReportBlock {
    const expected = this.#expected - this.#expectedBefore;
    const lost = expected - (this.#received - this.#receivedBefore);
    this.#expectedBefore = this.#expected;
    this.#receivedBefore = this.#received;
    return {
      ssrc,
      fractionLost: expected > 0 && lost > 0 ? Math.min(255, Math.floor((lost * 256) / expected)) : 0,
      totalLost: this.#expected - this.#received,
      // The unwrapper starts one cycle up; cycles are counted from 0.
      highestSequence: this.#highest - 0x1_0000,
      jitter: Math.floor(this.#jitter),
      lastReport: this.#lastReport,
      sinceLastReport: this.#lastReport === 0 ? 0 : Math.round(((now - this.#lastReportAt) * 65_536) / 1000),
    };
  }

  get #expected(): number {
    return this.#base === undefined ? 0 : this.#highest - this.#base + 1;
  }
}
