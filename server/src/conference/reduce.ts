import { ServerCode, type WireMessage } from '@lectern/rtc/protocol';
import type { IceCandidate, SubscribeAnswer } from '../media/engine.js';
import { runCommand, type CommandInput } from './commands.js';
import type { ConferenceContext } from './context.js';
import { changedFacts } from './durable.js';
import type { Timer } from './effects.js';
import { FrameError, readFrame, type Frame } from './frames.js';
import type { ConferenceState, Member } from './model.js';
import { socketLost, timerFired } from './ops/absence.js';
import { published, subscribed, type EngineResult, type PublishedInput } from './ops/engine-results.js';
import { candidates, engineCandidate } from './ops/candidates.js';
import { close } from './ops/close.js';
import { changeSubscription, pictureNeed, streamControl } from './ops/control.js';
import { enter, type EnterInput } from './ops/enter.js';
import { leave } from './ops/leave.js';
import { liveHappened, type LiveInput } from './ops/live.js';
import { transportLost, workerLost } from './ops/media-lost.js';
import { relayWrapped, requireMediaServer } from './ops/p2p.js';
import { publish } from './ops/publish.js';
import { record, recorded, type RecordedInput } from './ops/record.js';
import { relayMessage } from './ops/message.js';
import { relayAnswer, relayControl } from './ops/relay.js';
import {
  disconnect,
  negotiate,
  negotiated,
  noteShared,
  sharedCandidates,
  type NegotiatedInput,
} from './ops/negotiate.js';
import { speakersChanged, type SpeakersInput } from './ops/speakers.js';
import { subscribe } from './ops/subscribe.js';
import { members, sync } from './ops/sync.js';
import { terminate, unsubscribe } from './ops/terminate.js';
import { Step, type Outcome } from './step.js';

/** All inputs of a conference. */
export type Input =
  | EnterInput
  | CommandInput
  | LiveInput
  /** A frame of a member, as received from its own socket. */
  | { readonly kind: 'frame'; readonly memberId: string; readonly message: WireMessage }
  | { readonly kind: 'socketLost'; readonly socketId: string }
  | { readonly kind: 'timer'; readonly timer: Timer }
  | PublishedInput
  | NegotiatedInput
  | RecordedInput
  | { readonly kind: 'subscribed'; readonly transportId: string; readonly result: EngineResult<SubscribeAnswer> }
  | { readonly kind: 'engineCandidate'; readonly transportId: string; readonly candidate: IceCandidate }
  | { readonly kind: 'workerLost'; readonly transportIds: readonly string[] }
  | { readonly kind: 'transportLost'; readonly transportId: string }
  | SpeakersInput;

function carryOut(
  step: Step,
  member: Member,
  frame: Frame,
  tsxId: string | undefined,
  context: ConferenceContext,
): void {
  switch (frame.kind) {
    case 'publish':
      requireMediaServer(step);
      if (frame.shared) return noteShared(step, member, { frame, tsxId }, frame.shared.trsId, context);
      return publish(step, member, frame, tsxId, context);
    case 'subscribe':
      requireMediaServer(step);
      if (frame.shared) return noteShared(step, member, { frame, tsxId }, frame.shared.trsId, context);
      return subscribe(step, member, frame, tsxId, context);
    case 'negotiate':
      requireMediaServer(step);
      return negotiate(step, member, frame, tsxId, context);
    case 'sharedCandidates':
      return sharedCandidates(step, member, frame, tsxId);
    case 'disconnect':
      return disconnect(step, member, frame, tsxId, context);
    case 'candidates':
      return candidates(step, member, frame, tsxId);
    case 'terminate':
      return terminate(step, member, frame, tsxId, context);
    case 'unsubscribe':
      return unsubscribe(step, member, frame, tsxId);
    case 'changeSubscription':
      return changeSubscription(step, member, frame, tsxId);
    case 'pictureNeed':
      return pictureNeed(step, member, frame, tsxId);
    case 'streamControl':
      return streamControl(step, member, frame, tsxId, context);
    case 'record':
      return record(step, member, frame, tsxId, context);
    case 'leave':
      return leave(step, member, frame, tsxId, context);
    case 'close':
      return close(step, member, tsxId);
    case 'members':
      return members(step, member, tsxId);
    case 'sync':
      return sync(step, member, frame, tsxId);
    case 'control':
      return relayControl(step, member, frame, tsxId);
    case 'message':
      return relayMessage(step, member, frame, tsxId);
    case 'wrapped':
      return relayWrapped(step, member, frame, tsxId);
    case 'answer':
      return relayAnswer(step, member, frame);
  }
}

const MAX_TSX_ID_LENGTH = 256;

/** The request's transaction id, where it expects an answer. */
export const transactionOf = (message: WireMessage): string | undefined => {
  const tsxId: unknown = message.tsxId;
  return typeof tsxId === 'string' && tsxId !== '' && tsxId.length <= MAX_TSX_ID_LENGTH ? tsxId : undefined;
};

function frame(state: ConferenceState, memberId: string, message: WireMessage, context: ConferenceContext): Outcome {
  const member = state.members.get(memberId);
  if (member === undefined) return { state, effects: [] };
  const tsxId = transactionOf(message);
  const step = new Step(state);
  try {
    if (message.sessId !== member.sessId) {
      throw new FrameError(ServerCode.MemberInvalid, 'the session id is not the one of this connection');
    }
    carryOut(step, member, readFrame(message), tsxId, context);
    return step.outcome;
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    // A refused frame changes nothing: all changes of the step are discarded.
    const refusal = new Step(state);
    if (message.op !== 1001) refusal.reply(memberId, tsxId, error.result, { msg: error.message });
    return refusal.outcome;
  }
}

/**
 * Inputs that are still handled after the end: those that get a refusal, and the engine's late answers, which are
 * discarded.
 */
const OUTLIVING: ReadonlySet<Input['kind']> = new Set(['enter', 'command', 'published', 'subscribed', 'negotiated']);

/** One step of a conference: a pure, total function of its arguments. */
export function reduce(state: ConferenceState, input: Input, context: ConferenceContext): Outcome {
  const outcome = happen(state, input, context);
  const events = outcome.effects.flatMap((effect) => (effect.kind === 'happened' ? [effect.event] : []));
  const changes = changedFacts(state, outcome.state, events);
  if (changes === undefined) return outcome;
  const rest = events.length === 0 ? outcome.effects : outcome.effects.filter(({ kind }) => kind !== 'happened');
  return { ...outcome, effects: [{ kind: 'persist', changes }, ...rest] };
}

function happen(state: ConferenceState, input: Input, context: ConferenceContext): Outcome {
  if (state.phase === 'closed' && !OUTLIVING.has(input.kind)) return { state, effects: [] };
  switch (input.kind) {
    case 'enter':
      return enter(state, input, context);
    case 'frame':
      return frame(state, input.memberId, input.message, context);
    case 'command':
      return runCommand(state, input, context);
    case 'liveCreated':
    case 'liveProgress':
      return liveHappened(state, input);
    case 'socketLost':
      return socketLost(state, input.socketId, context);
    case 'timer':
      return timerFired(state, input.timer, context);
    case 'published':
      return published(state, input, context);
    case 'subscribed':
      return subscribed(state, input.transportId, input.result);
    case 'negotiated':
      return negotiated(state, input, context);
    case 'recorded':
      return recorded(state, input);
    case 'engineCandidate':
      return engineCandidate(state, input.transportId, input.candidate);
    case 'workerLost':
      return workerLost(state, input.transportIds, context);
    case 'speakers':
      return speakersChanged(state, input);
    case 'transportLost':
      return transportLost(state, input.transportId, context);
  }
}
