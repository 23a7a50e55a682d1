import { Capability, Op } from '@lectern/rtc/protocol';
import type { RankedVoice } from '../../media/speakers/index.js';
import type { ConferenceState } from '../model.js';
import { Step, type Outcome } from '../step.js';

/** The sources that talk have changed, loudest first. */
export interface SpeakersInput {
  readonly kind: 'speakers';
  readonly speakers: readonly RankedVoice[];
}

/** Announces who talks to every member that knows the capability. */
export function speakersChanged(state: ConferenceState, { speakers }: SpeakersInput): Outcome {
  const step = new Step(state);
  const spks = speakers.flatMap(({ sourceId, level }) => {
    const stream = state.streams.get(sourceId);
    // A stream may have ended since it was heard.
    return stream === undefined ? [] : [{ id: stream.id, memId: stream.memId, level: Math.round(level * 1000) / 1000 }];
  });
  for (const { id, caps } of state.members.values()) {
    if (caps.includes(Capability.Speakers)) step.push(id, { op: Op.Speakers, spks });
  }
  return step.outcome;
}
