import { ControlOp, decodeLoose, ServerCode, type WireMessage } from '@lectern/rtc/protocol';
import { z } from 'zod';
import { FrameError, id, MAX_EXT_LENGTH, read } from './fields.js';

const relay = z.object({ memId: id, arg: z.unknown().optional(), tsxTime: z.number().nullish() });
const name = z.string().min(1).max(64).nullish();
const message = z.object({ memId: id.nullish(), arg: z.unknown().optional(), topic: name, mid: name });
const wrapped = z.object({ memId: id.nullish(), arg: z.string().min(1) });
const answer = z.object({
  memId: id,
  tsxId: id,
  result: z.number().int(),
  msg: z.string().max(MAX_EXT_LENGTH).nullish(),
  arg: z.string().nullish(),
});

/** Longest `arg` of remote control, in characters: some hundred actions. */
export const MAX_CONTROL_LENGTH = 32 * 1024;
const LIMITED: ReadonlySet<unknown> = new Set([ControlOp.MediaControl, ControlOp.PointerSurface, ControlOp.Drawing]);

/** Argument of an op 1002 with op2 30 or 31 (wire-conference 7.2). */
const surface = z.object({ streamId: id, cId: z.string().min(1).max(64), evt: z.number().int().optional() });
export type SurfaceMessage = z.infer<typeof surface>;

export interface RelayFrame {
  readonly kind: 'control';
  readonly targetId: string;
  /** Text, as it is delivered. */
  readonly arg: string;
  readonly op2: number | undefined;
  /** Parsed argument of op2 30 and 31. */
  readonly surface: SurfaceMessage | undefined;
  readonly tsxTime: number | undefined;
}

/** Op 1003. */
export interface MessageFrame {
  readonly kind: 'message';
  /** Undefined for a message to all others. */
  readonly targetId: string | undefined;
  /** Text, as it is delivered. */
  readonly arg: string;
  readonly topic: string | undefined;
  /** Name of a message that is delivered once, although it may be sent again. */
  readonly mid: string | undefined;
}

export interface WrappedFrame {
  readonly kind: 'wrapped';
  /** Undefined for a message to all others. */
  readonly targetId: string | undefined;
  /** Text, as it is delivered. */
  readonly arg: string;
}

export interface AnswerFrame {
  readonly kind: 'answer';
  readonly targetId: string;
  readonly tsxId: string;
  readonly result: number;
  readonly msg: string | undefined;
  readonly arg: string | undefined;
}

function textOf(arg: unknown): string {
  if (arg === undefined || arg === null) throw new FrameError(ServerCode.BadParameters, 'the message needs "arg"');
  return typeof arg === 'string' ? arg : JSON.stringify(arg);
}

/** Op 1003. @throws {FrameError} */
export function readMessage(frame: WireMessage): MessageFrame {
  const { memId, arg, topic, mid } = read(message, frame);
  return {
    kind: 'message',
    targetId: memId ?? undefined,
    arg: textOf(arg),
    topic: topic ?? undefined,
    mid: mid ?? undefined,
  };
}

/** Op 1002. @throws {FrameError} */
export function readRelay(message: WireMessage): RelayFrame {
  const { memId, arg, tsxTime } = read(relay, message);
  const sent = textOf(arg);
  const value = decodeLoose(arg);
  const op2 = typeof value === 'object' && value !== null && 'op2' in value ? value.op2 : undefined;
  if (LIMITED.has(op2) && sent.length > MAX_CONTROL_LENGTH) {
    throw new FrameError(ServerCode.BadParameters, `"arg" has more than ${MAX_CONTROL_LENGTH} characters`);
  }
  return {
    kind: 'control',
    targetId: memId,
    arg: sent,
    op2: typeof op2 === 'number' ? op2 : undefined,
    surface: surface.safeParse(value).data,
    tsxTime: tsxTime ?? undefined,
  };
}

/** Op 1004. @throws {FrameError} */
export function readWrapped(message: WireMessage): WrappedFrame {
  const { memId, arg } = read(wrapped, message);
  return { kind: 'wrapped', targetId: memId ?? undefined, arg };
}

/** Op 1001 of a member. */
export function readAnswer(message: WireMessage): AnswerFrame {
  const { memId, tsxId, result, msg, arg } = read(answer, message);
  return { kind: 'answer', targetId: memId, tsxId, result, msg: msg ?? undefined, arg: arg ?? undefined };
}
