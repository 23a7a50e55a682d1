import type { Disposables } from '../../core/disposables.js';
import type { Platform } from '../../platform/types.js';
import type { PreCallAdvice, PreCallResult } from './types.js';

/** What a step found; how long it took is measured around it. */
export type Finding = Omit<PreCallResult, 'state' | 'elapsedMs'> & { readonly state: 'passed' | 'warning' | 'skipped' };

/** A step that failed, with what to do. */
export class StepFailure extends Error {
  constructor(
    readonly advice: PreCallAdvice,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'StepFailure';
  }
}

/** What a step works with. Whatever it opens it adds to `open`, which is closed when the step is over. */
export interface StepRun {
  readonly platform: Platform;
  readonly signal: AbortSignal;
  readonly open: Disposables;
}
