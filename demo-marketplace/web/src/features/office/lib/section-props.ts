/** What each part of the back office is given. */
export interface SectionProps {
  /** The address's query, which holds filters and page. */
  readonly search: URLSearchParams;
  readonly page: number;
  /** Something was decided: less waits now. */
  readonly onDecided: () => void;
}
