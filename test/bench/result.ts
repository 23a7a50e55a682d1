/** One line of the report. */
export interface BenchResult {
  readonly name: string;
  /** The number with its unit, e.g. `14,210 B` or `1.4 ×`. */
  readonly value: string;
  /** The budget of the design, as written there; absent where a number is only watched. */
  readonly budget?: string;
  /** Absent if there is no budget. */
  readonly isMet?: boolean;
  /** The method of measurement, or the reason why the budget is missed. */
  readonly note: string;
}
