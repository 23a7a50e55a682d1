import { Capability, encodeCandidates, encodeSdp, Op, ResultCode, ServerCode } from '@lectern/rtc/protocol';
import type {
  IceCandidate,
  NegotiateAnswer,
  NegotiateRequest,
  SharedResult,
  SharedTransport,
} from '../../media/engine.js';
import { closeReplaced } from '../channels.js';
import { connectionOf, connectionsOf } from '../connections.js';
import type { ConferenceContext } from '../context.js';
import type { OfferNames } from '../effects.js';
import { FrameError, type NegotiateFrame } from '../frames.js';
import type { ConferenceState, Connection, Member, SharedRequest } from '../model.js';
import { sectionsOf } from '../sections.js';
import { Step, type Outcome } from '../step.js';
import { published, REFUSAL_CODES, subscribed, type EngineResult } from './engine-results.js';
import { publish } from './publish.js';
import { subscribe } from './subscribe.js';

/** One that sends and one that receives, and each while it replaces another. */
const MAX_CONNECTIONS = 4;

/** The engine's answer to an offer of a connection that carries many streams. */
export interface NegotiatedInput {
  readonly kind: 'negotiated';
  readonly request: NegotiateRequest;
  readonly offer: OfferNames;
  readonly result: EngineResult<NegotiateAnswer>;
}

function requireGranted({ caps }: Member): void {
  if (caps.includes(Capability.Transports)) return;
  const message = `connections for many streams need the capability "${Capability.Transports}"`;
  throw new FrameError(ServerCode.OperationUnsupported, message);
}

function newConnection(step: Step, member: Member, trsId: string): Connection {
  if (connectionsOf(step, member.id).length >= MAX_CONNECTIONS) {
    const message = `a member may have ${MAX_CONNECTIONS} connections for many streams; close one first`;
    throw new FrameError(ServerCode.PublishFailed, message);
  }
  const connection = { memberId: member.id, trsId, connectionId: step.newTransportId(), requests: [] };
  step.setConnection(connection);
  return connection;
}

/** Op 102 without an offer: answered with the next offer of its connection. */
export function noteShared(
  step: Step,
  member: Member,
  request: SharedRequest,
  trsId: string,
  context: ConferenceContext,
): void {
  requireGranted(member);
  const connection = step.connection(member.id, trsId) ?? newConnection(step, member, trsId);
  if (connection.requests.length >= context.limits.maxChannelsPerMember) {
    throw new FrameError(ServerCode.PublishFailed, 'too many requests wait for the offer of this connection');
  }
  step.setConnection({ ...connection, requests: [...connection.requests, request] });
}

/** Op 110: passes the offer and all requests since the last one to the engine; `negotiated` answers. */
export function negotiate(
  step: Step,
  member: Member,
  frame: NegotiateFrame,
  tsxId: string | undefined,
  context: ConferenceContext,
): void {
  requireGranted(member);
  const { trsId, isNew, offer, cctx } = frame;
  const connection = step.connection(member.id, trsId) ?? (isNew ? newConnection(step, member, trsId) : undefined);
  if (connection === undefined) {
    throw new FrameError(ServerCode.RtcRequired, `there is no connection ${trsId}; open another one`);
  }
  // Its answer was lost: whatever it began is restarted.
  if (isNew) for (const channel of step.carriedBy(connection)) closeReplaced(step, context, channel);
  step.setConnection({ ...connection, requests: [] });
  for (const request of connection.requests) carryOut(step, member.id, request, offer, context);
  const transports: SharedTransport[] = [];
  for (const channel of step.carriedBy(connection)) {
    if (channel.asks === undefined) continue;
    transports.push(channel.asks);
    step.setChannel({ ...channel, asks: undefined });
  }
  const { connectionId } = connection;
  step.effect({
    kind: 'negotiate',
    request: { roomId: step.state.id, connectionId, isNew, offer, transports },
    offer: { cctx, tsxId },
  });
}

/** One request of many: refused on its own, without affecting the others. */
function carryOut(
  step: Step,
  memberId: string,
  { frame, tsxId }: SharedRequest,
  offer: string,
  context: ConferenceContext,
): void {
  const part = new Step(step.state);
  const member = part.member(memberId);
  if (member === undefined) return;
  const alone = { ...frame, offer: sectionsOf(offer, frame.shared?.mids ?? []) };
  try {
    if (alone.kind === 'publish') publish(part, member, alone, tsxId, context);
    else subscribe(part, member, alone, tsxId, context);
    step.adopt(part.outcome);
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    step.reply(memberId, tsxId, error.result, { msg: error.message });
  }
}

/** Sends the responses of the pending requests, then that of the offer, then its answer (trap T5). */
export function negotiated(
  state: ConferenceState,
  { request, offer, result }: NegotiatedInput,
  context: ConferenceContext,
): Outcome {
  const step = new Step(state);
  const { connectionId, transports } = request;
  const failed = ({ transportId }: SharedTransport): SharedResult => {
    const { reason = 'engine-down', message = '' } = result.ok ? {} : result;
    return { transportId, ok: false, reason: reason === 'internal' ? 'engine-down' : reason, message };
  };
  const results = result.ok ? result.answer.results : transports.map(failed);
  transports.forEach((transport, index) => {
    step.adopt(answered(step.state, transport, results[index] ?? failed(transport), context));
  });
  const connection = connectionOf(step, connectionId);
  if (connection === undefined) {
    step.effect({ kind: 'closeTransport', transportId: connectionId });
    return step.outcome;
  }
  const { memberId, trsId } = connection;
  if (!result.ok) {
    const code = result.reason === 'no-transport' ? ServerCode.RtcRequired : REFUSAL_CODES[result.reason];
    step.reply(memberId, offer.tsxId, code, { msg: result.message });
    if (request.isNew || result.reason === 'no-transport') end(step, context, connection);
    return step.outcome;
  }
  const { answer, candidates } = result.answer;
  step.reply(memberId, offer.tsxId, ResultCode.Ok);
  step.push(memberId, {
    op: Op.Answer,
    trsId,
    ...(offer.cctx !== undefined && { cctx: offer.cctx }),
    sdp: encodeSdp({ type: 'answer', sdp: answer }),
    ...(candidates.length > 0 && { cands: encodeCandidates(candidates) }),
  });
  return step.outcome;
}

function answered(
  state: ConferenceState,
  { kind, transportId, sourceId }: SharedTransport,
  result: SharedResult,
  context: ConferenceContext,
): Outcome {
  // Its SDP is part of the connection's.
  const answer = { answer: '', candidates: [] };
  if (kind === 'subscribe') return subscribed(state, transportId, result.ok ? { ok: true, answer } : result);
  const accepted = result.ok
    ? { ok: true as const, answer: { ...answer, ...result, kinds: result.kinds ?? { audio: false, video: false } } }
    : result;
  return published(state, { kind: 'published', transportId, sourceId, result: accepted }, context);
}

/** Op 105 of a connection. Always acknowledged; the engine has the connection as soon as it has answered. */
export function sharedCandidates(
  step: Step,
  member: Member,
  { trsId, candidates }: { readonly trsId: string; readonly candidates: readonly IceCandidate[] },
  tsxId: string | undefined,
): void {
  const connection = step.connection(member.id, trsId);
  if (connection !== undefined && candidates.length > 0) {
    step.effect({ kind: 'candidates', transportId: connection.connectionId, candidates });
  }
  step.reply(member.id, tsxId, ResultCode.Ok);
}

/** Removes a connection: its streams wait to be published again, its subscriptions end. */
function end(step: Step, context: ConferenceContext, connection: Connection): void {
  for (const channel of step.carriedBy(connection)) closeReplaced(step, context, channel);
  step.dropConnection(connection);
  step.effect({ kind: 'closeTransport', transportId: connection.connectionId });
}

/**
 * Op 107 of a connection: the client gave it up, and will rebuild its streams. Unknown connections are acknowledged.
 */
export function disconnect(
  step: Step,
  member: Member,
  { trsId }: { readonly trsId: string },
  tsxId: string | undefined,
  context: ConferenceContext,
): void {
  const connection = step.connection(member.id, trsId);
  if (connection !== undefined) end(step, context, connection);
  step.reply(member.id, tsxId, ResultCode.Ok);
}
