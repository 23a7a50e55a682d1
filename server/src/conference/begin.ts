import type { ConferenceContext } from './context.js';
import { withFacts } from './durable.js';
import { newConference, type ConferenceFacts } from './model.js';
import { isKept } from './operated.js';
import { Step, type Outcome } from './step.js';

/** A conference as it begins, or as restored from the facts of an earlier server: its members get time to return. */
export function begin(
  basics: ConferenceFacts,
  context: ConferenceContext,
  facts: ReadonlyMap<string, string> = new Map(),
): Outcome {
  const step = new Step(withFacts(newConference(basics), facts));
  if (step.state.phase === 'waiting' && !isKept(step.state)) {
    step.effect({ kind: 'startTimer', timer: 'reap', delayMs: context.timings.reapMs });
  }
  for (const id of step.state.members.keys()) {
    step.effect({ kind: 'startTimer', timer: `member:${id}`, delayMs: context.timings.memberGraceMs });
  }
  return step.outcome;
}
