import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Test files that take longest, in that order, by a run on two idle cores. Vitest knows durations from its cache only,
 * which a fresh clone has not, and would begin the longest last, when nothing else is left to run beside it.
 */
const LONGEST = [
  'headless/mixing.test.ts',
  'headless/failures.test.ts',
  'headless/start.test.ts',
  'headless/resilience.test.ts',
  'headless/recording.test.ts',
  'live/compositor.test.ts',
  'headless/recovery-cuts.test.ts',
  'headless/quality.test.ts',
  'headless/recovery-restart.test.ts',
  'headless/call.test.ts',
  'headless/live.test.ts',
  'headless/quality-upload.test.ts',
  'headless/roles.test.ts',
  'headless/im.test.ts',
];

/** Starts the longest test files first, and the others in the order of Vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = LONGEST.indexOf(relative(this.ctx.config.root, moduleId));
      return rank === -1 ? LONGEST.length : rank;
    };
    const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    return (await super.sort(files)).sort((a, b) => groupOf(a) - groupOf(b) || rankOf(a) - rankOf(b));
  }
}
