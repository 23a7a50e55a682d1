import {
  ConferenceBody,
  ConferenceEndReason,
  ConferenceOperation,
  decode,
  encode,
  MsyncFormatError,
  StatusCode,
} from '@lectern/rtc/im-protocol';
import { decodeObject, Op, WireFormatError } from '@lectern/rtc/protocol';
import type { ImRefusal } from '../im/index.js';
import type { CallFacts } from './route-keys.js';

const MAX_SESSION_ID = 128;

/** One message of a call, as a client sends it. */
export interface CallMessage {
  /** As received; relayed unchanged. */
  readonly payload: Uint8Array;
  readonly sessionId: string;
  readonly routeKey: string;
  /** Audio or video. */
  readonly type: number;
  readonly endReason: number;
  readonly op: number;
  readonly tsxId: unknown;
  readonly rtcId: unknown;
  /** Asks with op 0 that the call is recorded: `rec` or `recMerge`. */
  readonly isRecordingAsked: boolean;
  /** Kind of media that op 400 changes. */
  readonly controlType: unknown;
  /** True for a 104 that is the final answer; other 104s only report that the device rings. */
  readonly isFinal: boolean;
}

/** Operations that the two sides exchange; the server alone answers `Op.RequestP2pCall`. */
export const RELAYED_OPS: ReadonlySet<number> = new Set<number>([
  Op.Ping,
  Op.Pong,
  Op.Init,
  Op.Accept,
  Op.Candidates,
  Op.Answer,
  Op.Terminate,
  Op.StreamControl,
]);

/** Flags are 1 from deployed clients. */
const isSet = (flag: unknown): boolean => flag === 1 || flag === true || flag === '1' || flag === 'true';

const wrong = (reason: string): ImRefusal => ({ errorCode: StatusCode.WrongParameter, reason });

/** Parses a message of a client, or returns the reason why it is invalid. */
export function readCall(payload: Uint8Array): CallMessage | ImRefusal {
  try {
    const { sessionId = '', routeKey = '', type = 0, endReason = 0, content = '' } = decode(ConferenceBody, payload);
    if (sessionId === '' || sessionId.length > MAX_SESSION_ID) {
      return wrong(`a call must have a sessionId of 1 to ${MAX_SESSION_ID} characters`);
    }
    const { op, tsxId, rtcId, controlType, ans, rec, recMerge } = decodeObject(content, 'the content of a call');
    if (typeof op !== 'number' || (op !== Op.RequestP2pCall && !RELAYED_OPS.has(op))) {
      return wrong(`there is no op ${JSON.stringify(op)} in a call`);
    }
    const isFinal = op === Op.Answer || (op === Op.Accept && (ans === 1 || ans === true));
    const isRecordingAsked = isSet(rec) || isSet(recMerge);
    return { payload, sessionId, routeKey, type, endReason, op, tsxId, rtcId, isRecordingAsked, controlType, isFinal };
  } catch (error) {
    if (error instanceof MsyncFormatError) return { errorCode: StatusCode.PbParserError, reason: error.message };
    if (error instanceof WireFormatError) return wrong(error.message);
    throw error;
  }
}

export interface Reply {
  readonly call: CallFacts;
  /** Address of the apparent sender. */
  readonly from: string;
  readonly type: number;
  readonly routeKey: string;
  readonly endReason?: number;
}

/** A message of the server itself. */
export const writeCall = (content: object, { call, from, type, routeKey, endReason }: Reply): Uint8Array =>
  encode(ConferenceBody, {
    sessionId: call.sessionId,
    operation: ConferenceOperation.MediaRequest,
    type,
    content: JSON.stringify(content),
    peerName: from,
    ...(endReason !== undefined && { endReason }),
    routeFlag: 1,
    routeKey,
  });

/** Texts of op 107 (wire-conference 5.2). */
export const END_WORDS: Readonly<Record<number, string>> = {
  [ConferenceEndReason.Hangup]: 'success',
  [ConferenceEndReason.Noresponse]: 'timeout',
  [ConferenceEndReason.Offline]: 'offline',
};
