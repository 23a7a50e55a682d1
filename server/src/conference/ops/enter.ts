import {
  Capability,
  Op,
  ResultCode,
  Role,
  ServerCode,
  TerminateReason,
  type WireResource,
} from '@lectern/rtc/protocol';
import type { WebhookEvent } from '../../webhooks/events.js';
import { sessionsOf } from '../authority.js';
import { publicationBody, suspendStream } from '../channels.js';
import { suggestSwitch } from '../codecs.js';
import type { ConferenceContext } from '../context.js';
import { forgetRequests } from '../connections.js';
import { FrameError, type PublishFrame } from '../frames.js';
import { entersSilently } from '../kinds.js';
import { entryRefusal } from '../limits.js';
import { dropMember } from '../members.js';
import type { ConferenceState, Member, TicketGrant } from '../model.js';
import { tellMute } from '../mutes.js';
import { entryRole } from '../operated.js';
import { repeatMessages } from './message.js';
import { returnLostRelays } from '../relays.js';
import { tellLives } from './live.js';
import { requireMediaServer } from './p2p.js';
import { publish } from './publish.js';
import { Step, type Outcome } from '../step.js';
import { wireAttributes, wireLists, wireMember } from '../wire.js';

/** Claims of a verified ticket; the client itself contributes nothing to them. */
export interface TicketClaims {
  readonly confrId: string;
  readonly memName: string;
  readonly tktId: string;
  readonly role: Role;
  /** Number of kicks of its holder at the time of issue; the next kick invalidates the ticket. */
  readonly kicks: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Present for a ticket that was issued for a grant. */
  readonly grant?: TicketGrant;
  /** The name that the grant gives its holder; it overrides that of the client. */
  readonly nickName?: string;
}

export interface EnterInput {
  readonly kind: 'enter';
  readonly socketId: string;
  readonly tsxId: string | undefined;
  readonly ticket: TicketClaims;
  /** The ticket has expired; it can still resume a session. */
  readonly isExpired: boolean;
  /** Present when the client re-enters. */
  readonly sessId: string | undefined;
  readonly nickName: string | undefined;
  readonly ext: string | undefined;
  readonly res: WireResource | undefined;
  readonly ip: string;
  /** The ticket's grant was revoked after it was issued. */
  readonly isRevoked?: boolean;
  /** Enters and publishes in one request. */
  readonly publication?: PublishFrame;
}

const GRANTED: readonly Capability[] = [
  Capability.Fast,
  Capability.Rebuild,
  Capability.Transports,
  Capability.Speakers,
  Capability.Layers,
  Capability.Messages,
];
const REPLACED_CLOSE_CODE = 4000;

function refuse(step: Step, input: EnterInput, result: number, msg: string): Outcome {
  if (input.tsxId !== undefined) {
    step.effect({
      kind: 'send',
      socketId: input.socketId,
      frame: { op: Op.Response, tsxId: input.tsxId, result, msg },
    });
  }
  return step.outcome;
}

/** Attributes and state are left out while there are none; with `cstate` there is always `cattrs` (trap T6). */
function attributes({ cattrs, cstate }: ConferenceState, isComplete: boolean): object {
  if (cattrs.size === 0 && cstate === undefined) return {};
  return { cattrs: wireAttributes(cattrs, isComplete), ...(cstate && { cstate }) };
}

/** A publication came with op 200 and became this. */
interface EnterPublication {
  readonly body?: Record<string, unknown>;
  /** Told after the answer, as the member has entered all the same. */
  readonly refusal?: string;
}

/**
 * The offer of op 200 is published before its answer, which names the stream; the answer to the offer follows as op 106.
 */
function publishEntered(
  step: Step,
  context: ConferenceContext,
  { id }: Member,
  { publication }: EnterInput,
): EnterPublication {
  const member = step.member(id);
  if (publication === undefined || member === undefined) return {};
  const part = new Step(step.state);
  try {
    requireMediaServer(part);
    publish(part, member, publication, undefined, context);
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    return { refusal: error.message };
  }
  step.adopt(part.outcome);
  const stream = step.streamsOf(id).find(({ rtcId }) => rtcId === publication.rtcId);
  return stream === undefined ? {} : { body: publicationBody(stream) };
}

function replyEntered(
  step: Step,
  context: ConferenceContext,
  entered: Member,
  input: EnterInput,
  isBack: boolean,
): void {
  const published = publishEntered(step, context, entered, input);
  const member = step.member(entered.id) ?? entered;
  const { cver } = step.state;
  step.setMember({ ...member, listedAt: cver });
  step.reply(member.id, input.tsxId, ResultCode.Ok, {
    memId: member.id,
    role: member.role,
    vcodes: step.state.videoCodecs,
    yourIp: input.ip,
    ...(context.rtcCfg && { rtcCfg: context.rtcCfg(member.name) }),
    cver,
    ...attributes(step.state, isBack),
    ...wireLists(step.state, member.id),
    ...(member.caps.length > 0 && { caps: member.caps }),
    ...published.body,
  });
  if (published.refusal !== undefined && input.publication) {
    step.push(member.id, { op: Op.Terminate, rtcId: input.publication.rtcId, msg: published.refusal });
  }
  // Changes were missed meanwhile; those who still talk are announced again.
  if (isBack && member.caps.includes(Capability.Speakers)) step.push(member.id, { op: Op.Speakers, spks: [] });
  tellMute(step, member.id);
  tellLives(step, member);
  if (isBack) repeatMessages(step, member);
}

const isFed = (step: Step, streamId: string): boolean =>
  step.channelsTo(streamId).some((channel) => channel.direction === 'publish');

const hasDoneNothing = (step: Step, memberId: string): boolean =>
  step.channelsOf(memberId).length === 0 && step.streamsOf(memberId).length === 0;

/** A known member returned on a new socket: same ids, same first nickname, media untouched (trap T10). */
function resume(step: Step, context: ConferenceContext, known: Member, input: EnterInput): Outcome {
  if (known.link.state === 'online' && known.link.socketId !== input.socketId) {
    step.effect({
      kind: 'closeSocket',
      socketId: known.link.socketId,
      code: REPLACED_CLOSE_CODE,
      reason: 'the session went on in another connection',
    });
  }
  const member: Member = { ...known, link: { state: 'online', socketId: input.socketId } };
  step.setMember(member);
  forgetRequests(step, member);
  step.effect({ kind: 'stopTimer', timer: `member:${member.id}` });
  step.effect({ kind: 'bind', socketId: input.socketId, memberId: member.id, sessId: member.sessId });
  replyEntered(step, context, member, input, true);
  returnLostRelays(step, member);
  for (const rtcId of member.rebuilds.keys()) {
    step.push(member.id, { op: Op.Terminate, rtcId, endReason: TerminateReason.Rebuild });
  }
  for (const stream of step.streamsOf(member.id)) {
    if (isFed(step, stream.id)) continue;
    suspendStream(step, context, stream);
    if (stream.phase !== 'orphaned') continue;
    // Its media ended with an earlier server: some clients begin to rebuild only after their own ICE timeout.
    step.effect({ kind: 'startTimer', timer: `stream:${stream.id}`, delayMs: context.timings.memberGraceMs });
  }
  return step.outcome;
}

/**
 * The role decided before, or the ticket's; but as long as there has been no admin, the first member to enter becomes
 * admin, so that no conference is without one. An audience member that enters before the conference's creator stays
 * audience. An operated conference promotes no first member; the result is undefined for users that it does not admit.
 */
function roleFor(state: ConferenceState, ticket: TicketClaims): Role | undefined {
  if (state.config.operated !== undefined) return entryRole(state, ticket.memName, ticket.grant, ticket.role);
  const decided = state.roles.get(ticket.memName);
  if (decided !== undefined) return decided;
  const isFirst = ![...state.roles.values()].includes(Role.Admin);
  const isForeignAudience = ticket.role === Role.Audience && ticket.memName !== state.creator;
  return isFirst && !isForeignAudience ? Role.Admin : ticket.role;
}

const codecsOf = (res: WireResource | undefined, fallback: readonly string[]): readonly string[] => {
  const listed = Array.isArray(res?.vcodes) ? res.vcodes.filter((codec) => typeof codec === 'string') : [];
  return listed.length > 0 ? listed : fallback;
};

const joined = ({ id, name, nickName, role }: Member): WebhookEvent => ({
  type: 'member.joined',
  data: { memId: id, memName: name, nickName, role },
});

function addMember(
  step: Step,
  context: ConferenceContext,
  { memberId, role }: { readonly memberId: string; readonly role: Role },
  input: EnterInput,
): Outcome {
  const { ticket, res } = input;
  const asked = Array.isArray(res?.caps) ? res.caps : [];
  const member: Member = {
    id: memberId,
    sessId: context.sessions.issue(step.state.id, ticket.memName, memberId),
    tktId: ticket.tktId,
    name: ticket.memName,
    nickName: ticket.nickName ?? input.nickName ?? ticket.memName,
    ext: input.ext,
    role,
    res,
    vcodes: codecsOf(res, step.state.videoCodecs),
    caps: GRANTED.filter((capability) => asked.includes(capability)),
    link: { state: 'online', socketId: input.socketId },
    rebuilds: new Map(),
    retired: new Map(),
    isSilent: entersSilently(step.state, role),
    listedAt: 0,
    isToldMuted: false,
    ...(ticket.grant && { grant: ticket.grant }),
  };
  if (!step.state.hasStarted) step.effect({ kind: 'happened', event: { type: 'conference.started' } });
  step.effect({ kind: 'happened', event: joined(member) });
  if (role === Role.Admin) {
    const isOperated = step.state.config.operated !== undefined;
    if (isOperated) step.patch({ admins: new Map(step.state.admins).set(member.name, true) });
    else step.patch({ roles: new Map(step.state.roles).set(member.name, role) });
  }
  step.setMember(member);
  step.patch({ phase: 'open', hasStarted: true, ...(!member.isSilent && { cver: step.state.cver + 1 }) });
  step.effect({ kind: 'stopTimer', timer: 'reap' });
  step.effect({ kind: 'bind', socketId: input.socketId, memberId, sessId: member.sessId });
  replyEntered(step, context, member, input, false);
  if (member.isSilent) return step.outcome;
  for (const other of step.state.members.values()) {
    if (other.id === member.id) continue;
    step.push(other.id, { op: Op.MemberEntered, mem: wireMember(member), cver: step.state.cver });
  }
  for (const stream of step.state.streams.values()) suggestSwitch(step, context, stream);
  return step.outcome;
}

/** Op 200 (wire-conference 2.1): a new member, or a known one that returns. */
export function enter(state: ConferenceState, input: EnterInput, context: ConferenceContext): Outcome {
  const step = new Step(state);
  const { ticket, sessId } = input;
  if (state.phase === 'closed') return refuse(step, input, ServerCode.ConferenceInvalid, 'the conference is over');
  const members = sessionsOf(state, ticket.memName);
  const known = members.find((member) => member.sessId === sessId);
  if (known !== undefined) return resume(step, context, known, input);
  if (input.isExpired)
    return refuse(step, input, ServerCode.TicketExpired, 'the ticket has expired; request a new one');
  if (input.isRevoked) {
    return refuse(step, input, ServerCode.TicketExpired, 'the grant of the ticket was revoked; request a new one');
  }
  if (ticket.kicks !== (state.kicks.get(ticket.memName) ?? 0)) {
    const msg = 'the ticket has ended: its holder was removed from the conference; request a new one';
    return refuse(step, input, ServerCode.TicketExpired, msg);
  }

  // Same ticket, no session: the answer to an earlier enter was lost, or the page was reloaded. A member without any
  // action since is taken for the same, without an announcement; otherwise the old member is removed.
  const same = sessId === undefined ? members.find((member) => member.tktId === ticket.tktId) : undefined;
  if (same !== undefined && hasDoneNothing(step, same.id)) return resume(step, context, same, input);
  const role = roleFor(state, ticket);
  if (role === undefined) {
    return refuse(step, input, ServerCode.TicketExpired, 'this conference admits only members with a grant');
  }
  const isFull = entryRefusal(state, context, ticket.memName, role, same) !== undefined;
  // A user that closed a page without leaving must not be kept out by its own stale session.
  const old = same ?? (isFull ? members.find((member) => member.link.state === 'away') : undefined);
  const refusal = entryRefusal(state, context, ticket.memName, role, old);
  if (refusal !== undefined) return refuse(step, input, refusal.code, refusal.message);
  if (old !== undefined) {
    if (old.link.state === 'online' && old.link.socketId !== input.socketId) {
      const reason = 'the ticket was used by another connection';
      step.effect({ kind: 'closeSocket', socketId: old.link.socketId, code: REPLACED_CLOSE_CODE, reason });
    }
    dropMember(step, old, 0);
  }
  const former = sessId === undefined ? undefined : context.sessions.memberOf(sessId, state.id, ticket.memName);
  const isFree = former !== undefined && !state.members.has(former);
  const memberId = isFree ? former : context.newId('MEM');
  return addMember(step, context, { memberId, role }, input);
}
