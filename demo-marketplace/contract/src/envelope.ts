import * as z from 'zod/mini';

/** `code` of every answer; HTTP itself says 200 unless the server broke. */
export const ResultCode = {
  Ok: 1,
  Failed: 0,
  NotFound: 404,
  /** `data.errors` names the fields. */
  Invalid: 422,
  /** `data.retry_after` says when, in seconds. */
  TooMany: 429,
} as const;
export type ResultCode = (typeof ResultCode)[keyof typeof ResultCode];

/** Why an action failed, for programs; `msg` says it to people, in their language. */
export const FailureReason = {
  Invalid: 'invalid',
  NotFound: 'not-found',
  TooMany: 'too-many',
  /** The conference server could not be reached or refused. */
  RtcUnavailable: 'rtc-unavailable',
  Internal: 'internal',
} as const;
export type FailureReason = (typeof FailureReason)[keyof typeof FailureReason];

/** Why one field was refused. */
export const FieldProblem = { Required: 'required', TooLong: 'too-long', Malformed: 'malformed' } as const;
export type FieldProblem = (typeof FieldProblem)[keyof typeof FieldProblem];

/** `data` of an answer whose code is not 1. */
export const failureData = z.object({
  reason: z.enum(Object.values(FailureReason)),
  errors: z.optional(z.record(z.string(), z.enum(Object.values(FieldProblem)))),
  retry_after: z.optional(z.number()),
});
export type FailureData = z.infer<typeof failureData>;

/** What every action answers with; `data` is read by the action's schema once `code` is 1. */
export const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() });
export type Envelope = z.infer<typeof envelope>;

/** One action of the API: where it is and what goes in and comes out. */
export interface Action<Request extends z.ZodMiniType, Response extends z.ZodMiniType> {
  readonly method: 'POST';
  readonly path: `/api/${string}`;
  readonly request: Request;
  readonly response: Response;
}

/** Any action. */
export type AnyAction = Action<z.ZodMiniType, z.ZodMiniType>;
/** What goes into an action. */
export type RequestOf<A extends AnyAction> = z.input<A['request']>;
/** What comes out of it. */
export type ResponseOf<A extends AnyAction> = z.output<A['response']>;
