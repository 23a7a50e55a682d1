import { Op, ServerCode, WireFormatError, type WireMessage } from '@lectern/rtc/protocol';
import { z } from 'zod';
import {
  readCandidates,
  readChangeSubscription,
  readNegotiate,
  readPictureNeed,
  readRecord,
  readStreamControl,
  readTerminate,
  readUnsubscribe,
  type CandidatesFrame,
  type ChangeSubscriptionFrame,
  type DisconnectFrame,
  type NegotiateFrame,
  type PictureNeedFrame,
  type RecordFrame,
  type SharedCandidatesFrame,
  type StreamControlFrame,
  type TerminateFrame,
  type UnsubscribeFrame,
} from './frames/channels.js';
import { FrameError, read } from './frames/fields.js';
import { readInit, type PublishFrame, type SubscribeFrame } from './frames/init.js';
import {
  readAnswer,
  readMessage,
  readRelay,
  readWrapped,
  type AnswerFrame,
  type MessageFrame,
  type RelayFrame,
  type WrappedFrame,
} from './frames/messages.js';

export { FrameError, MAX_EXT_LENGTH } from './frames/fields.js';
export type { CandidatesFrame, NegotiateFrame } from './frames/channels.js';
export type { PublishFrame, SubscribeFrame } from './frames/init.js';
export type { AnswerFrame, MessageFrame, RelayFrame, WrappedFrame } from './frames/messages.js';

const leave = z.object({ reason: z.number().int().nullish() });
const sync = z.object({ cver: z.number().nullish() });

/** A validated request of a member. */
export type Frame =
  | PublishFrame
  | SubscribeFrame
  | CandidatesFrame
  | SharedCandidatesFrame
  | TerminateFrame
  | NegotiateFrame
  | DisconnectFrame
  | UnsubscribeFrame
  | ChangeSubscriptionFrame
  | PictureNeedFrame
  | StreamControlFrame
  | RecordFrame
  | { readonly kind: 'leave'; readonly reason: number }
  | { readonly kind: 'close' }
  | { readonly kind: 'members' }
  | { readonly kind: 'sync'; readonly cver: number }
  | RelayFrame
  | MessageFrame
  | WrappedFrame
  | AnswerFrame;

function readKnown(message: WireMessage): Frame {
  switch (message.op) {
    case Op.Init:
      return readInit(message);
    case Op.Candidates:
      return readCandidates(message);
    case Op.Terminate:
      return readTerminate(message);
    case Op.Negotiate:
      return readNegotiate(message);
    case Op.Unsubscribe:
      return readUnsubscribe(message);
    case Op.ChangeSubscription:
      return readChangeSubscription(message);
    case Op.PictureNeed:
      return readPictureNeed(message);
    case Op.StreamControl:
      return readStreamControl(message);
    case Op.Record:
      return readRecord(message);
    case Op.Leave:
      return { kind: 'leave', reason: read(leave, message).reason ?? 0 };
    case Op.GetMembers:
      return { kind: 'members' };
    case Op.CloseConference:
      return { kind: 'close' };
    case Op.Sync:
      return { kind: 'sync', cver: read(sync, message).cver ?? 0 };
    case Op.Control:
      return readRelay(message);
    case Op.Message:
      return readMessage(message);
    case Op.WrappedP2p:
      return readWrapped(message);
    case Op.Response:
      return readAnswer(message);
    default:
      throw new FrameError(ServerCode.OperationUnsupported, `op ${message.op} is not supported by this server`);
  }
}

/** Parses a member's frame (any op but enter). @throws {FrameError} */
export function readFrame(message: WireMessage): Frame {
  try {
    return readKnown(message);
  } catch (cause) {
    if (cause instanceof WireFormatError) {
      throw new FrameError(ServerCode.BadParameters, `op ${message.op}: ${cause.message}`, { cause });
    }
    throw cause;
  }
}
