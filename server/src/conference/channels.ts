import { Op, ResultCode, ServerCode } from '@lectern/rtc/protocol';
import type { SharedTransport } from '../media/engine.js';
import type { ConferenceContext } from './context.js';
import type { Effect } from './effects.js';
import type { Channel, Member, Stream } from './model.js';
import type { Step } from './step.js';
import { freeSurfaces } from './surfaces.js';

const MAX_RETIRED_STREAMS = 64;

/**
 * Closes a channel whose client gave it up or replaced it. A pending request is answered with success: clients that
 * rebuild twice in a row stop their local stream when the first of the two is refused.
 */
export function closeOwnChannel(step: Step, channel: Channel): void {
  const stream = step.state.streams.get(channel.streamId);
  if (channel.direction === 'publish' && stream !== undefined) {
    step.reply(channel.memberId, channel.tsxId, ResultCode.Ok, publicationBody(stream));
  } else {
    step.reply(channel.memberId, channel.tsxId, ResultCode.Ok);
  }
  step.dropChannel(channel);
  step.effect({ kind: 'closeTransport', transportId: channel.transportId });
}

/** Opens a channel in the engine: at once by an offer of its own, or with the next offer of its shared connection. */
export function openTransport(
  step: Step,
  channel: Channel,
  effect: Extract<Effect, { readonly kind: 'publish' | 'subscribe' }>,
): void {
  if (channel.shared === undefined) return step.effect(effect);
  const { mids } = channel.shared;
  const { offer: _offer, roomId: _roomId, ...request } = effect.request;
  // One of the two, as the effect was.
  const asks = { kind: effect.kind, mids, ...request } as SharedTransport;
  step.setChannel({ ...channel, asks });
}

/** Body of the response to a publish request (wire-conference 2.2; no SDP in it). */
export const publicationBody = (stream: Stream): Record<string, unknown> => ({
  streamId: stream.id,
  csrc: stream.csrc,
  sver: stream.sver,
});

/** The stream lost its channel but may be published again soon: keeps it for its grace time (trap T1). */
export function suspendStream(step: Step, context: ConferenceContext, stream: Stream, sourceLost = false): void {
  if (stream.phase !== 'starting') {
    const phase = sourceLost || stream.phase === 'orphaned' ? 'orphaned' : 'suspended';
    step.setStream({ ...stream, phase });
  }
  step.effect({ kind: 'startTimer', timer: `stream:${stream.id}`, delayMs: context.timings.streamGraceMs });
}

/** Closes a channel whose id or stream is reused: the stream of a publication may still return on another channel. */
export function closeReplaced(step: Step, context: ConferenceContext, channel: Channel): void {
  closeOwnChannel(step, channel);
  const stream = step.state.streams.get(channel.streamId);
  if (channel.direction === 'publish' && stream !== undefined) suspendStream(step, context, stream);
}

const retire = (member: Member, stream: Stream): Member => {
  const retired = new Map(member.retired).set(stream.id, stream.sver);
  for (const oldest of retired.keys()) {
    if (retired.size <= MAX_RETIRED_STREAMS) break;
    retired.delete(oldest);
  }
  return { ...member, retired };
};

/** Ends a stream and every channel to it, and notifies the others (303). */
export function removeStream(step: Step, stream: Stream): void {
  const waiting = takeOutStream(step, stream);
  if (stream.phase !== 'starting') {
    step.announce({ op: Op.StreamUnpublished, memId: stream.memId, pubSId: stream.id }, stream.memId);
  }
  refuseGone(step, waiting);
}

/** Like {@link removeStream}, without notifying the others: returns the subscriptions to be answered afterwards. */
export function takeOutStream(step: Step, stream: Stream): readonly Channel[] {
  const channels = step.channelsTo(stream.id);
  for (const channel of channels) {
    step.dropChannel(channel);
    const isOwn = channel.direction === 'publish';
    if (isOwn) step.reply(channel.memberId, channel.tsxId, ResultCode.Ok, publicationBody(stream));
  }
  step.dropStream(stream.id);
  freeSurfaces(step, ({ streamId }) => streamId === stream.id);
  step.effect({ kind: 'stopTimer', timer: `stream:${stream.id}` });
  step.effect({ kind: 'removeSource', sourceId: stream.id });
  const member = step.member(stream.memId);
  if (stream.phase !== 'starting' && member !== undefined) step.setMember(retire(member, stream));
  return channels.filter(({ direction }) => direction === 'subscribe');
}

/**
 * Refuses subscriptions whose stream ended. Their members must be notified first, or they would take the refusal for a
 * failure.
 */
export function refuseGone(step: Step, waiting: readonly Channel[]): void {
  for (const { memberId, tsxId } of waiting) {
    step.reply(memberId, tsxId, ServerCode.PublishFailed, { msg: 'the stream is gone' });
  }
}

/** The client has begun or abandoned the rebuild that was requested of it. */
export function forgetRebuild(step: Step, memberId: string, rtcId: string, streamId?: string): void {
  const member = step.member(memberId);
  if (member === undefined || member.rebuilds.size === 0) return;
  const rebuilds = new Map([...member.rebuilds].filter(([id, stream]) => id !== rtcId && stream !== streamId));
  if (rebuilds.size !== member.rebuilds.size) step.setMember({ ...member, rebuilds });
}
