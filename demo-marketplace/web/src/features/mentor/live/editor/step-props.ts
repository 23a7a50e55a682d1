import type { LiveDraft } from './use-live-draft.js';

/** The props of every step of the editor. */
export interface StepProps {
  readonly id: string;
  readonly draft: LiveDraft;
  /** Nothing can be changed: the content is checked, or published. */
  readonly isLocked: boolean;
  /** The error message of a field; undefined if it has none. */
  readonly errorOf: (...fields: readonly string[]) => string | undefined;
}
