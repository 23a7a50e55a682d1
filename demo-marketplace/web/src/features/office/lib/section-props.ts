/** The props of every section of the back office. */
export interface SectionProps {
  /** The query of the address, with filters and page. */
  readonly search: URLSearchParams;
  readonly page: number;
  /** Something was decided: less waits now. */
  readonly onDecided: () => void;
}
