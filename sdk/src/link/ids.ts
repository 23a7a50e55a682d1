/** Generates `rtcId` and `cctx`, both from one sequence (wire-conference 1.3). */
export class LinkIds {
  #next = 0;

  /** `RTC0`: names a channel; kept when a publication is rebuilt. */
  readonly rtcId = (): string => `RTC${this.#next++}`;

  /** `TRS0`: names a shared connection. */
  readonly transportId = (): string => `TRS${this.#next++}`;

  /** `_i_1`: names one peer connection. */
  readonly context = (): string => `_i_${this.#next++}`;
}
