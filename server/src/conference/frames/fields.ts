import { ServerCode, type OffFlag, type WireMessage } from '@lectern/rtc/protocol';
import { z } from 'zod';

/** Longest `ext`, `res` or free text of one member or stream, in characters; lists of them must fit a frame. */
export const MAX_EXT_LENGTH = 8 * 1024;
export const MAX_ID_LENGTH = 256;

/** A request that cannot be carried out; `result` is the code of the answer. */
export class FrameError extends Error {
  constructor(
    readonly result: number,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'FrameError';
  }
}

export const id = z.string().min(1).max(MAX_ID_LENGTH);
export const flag = z.union([z.literal(0), z.literal(1), z.boolean()]).transform((value): OffFlag => (value ? 1 : 0));
export const text = z
  .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
  .transform((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  .pipe(z.string().max(MAX_EXT_LENGTH));

/** Parses the fields of a frame that an operation needs. @throws {FrameError} */
export function read<T>(schema: z.ZodType<T>, message: WireMessage): T {
  const parsed = schema.safeParse(message);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new FrameError(
    ServerCode.BadParameters,
    `op ${message.op}: ${issue?.path.join('.') || 'frame'}: ${issue?.message ?? 'not valid'}`,
  );
}
