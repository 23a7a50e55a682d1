import * as z from 'zod/mini';
import { FailureReason } from './envelope.js';

/** Who may call an action; the server enforces it. */
export const Access = {
  /** Everybody. */
  Public: 'P',
  /** Whoever is logged in. */
  Member: 'L',
  Learner: '1',
  Mentor: '2',
  /** A mentor who may manage content. */
  Provider: '2+p',
  /** A mentor who may answer homework. */
  Homework: '2+h',
  Enterprise: '3',
  BackOffice: 'A',
} as const;
export type Access = (typeof Access)[keyof typeof Access];

/**
 * Whether an action may be repeated with the same `client_token`: the server keeps the first answer for 24 hours and
 * gives it again, doing nothing. `Required` where money moves.
 */
export const Replay = { None: 'none', Optional: 'optional', Required: 'required' } as const;
export type Replay = (typeof Replay)[keyof typeof Replay];

/** One action of the API: where it is, who may call it, what goes in and comes out, and why it may fail. */
export interface Action<
  Request extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Repeats extends Replay = Replay,
> {
  /** GET only where nothing changes, nobody has to log in, and everything that is taken is text; POST does the same there. */
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  readonly access: Access;
  readonly request: Request;
  readonly response: Response;
  /** Reasons of its own, beside {@link COMMON_REASONS} and those of its access. */
  readonly reasons: readonly FailureReason[];
  readonly replay: Repeats;
  /** One sentence for the API's documentation. */
  readonly summary: string;
}

/** Any action. */
export type AnyAction = Action<z.ZodMiniType, z.ZodMiniType>;
/** What goes into an action. */
export type RequestOf<A extends AnyAction> = z.input<A['request']>;
/** What comes out of it. */
export type ResponseOf<A extends AnyAction> = z.output<A['response']>;

/** Any action may fail for these. */
export const COMMON_REASONS: readonly FailureReason[] = [
  FailureReason.Invalid,
  FailureReason.TooMany,
  FailureReason.Internal,
  FailureReason.Unavailable,
];

/** Why an access is refused. */
export const ACCESS_REASONS: Readonly<Record<Access, readonly FailureReason[]>> = {
  [Access.Public]: [],
  [Access.Member]: [FailureReason.LoginRequired, FailureReason.LoginElsewhere],
  [Access.Learner]: [FailureReason.LoginRequired, FailureReason.LoginElsewhere, FailureReason.WrongRole],
  [Access.Mentor]: [FailureReason.LoginRequired, FailureReason.LoginElsewhere, FailureReason.WrongRole],
  [Access.Provider]: [
    FailureReason.LoginRequired,
    FailureReason.LoginElsewhere,
    FailureReason.WrongRole,
    FailureReason.ProviderRequired,
  ],
  [Access.Homework]: [
    FailureReason.LoginRequired,
    FailureReason.LoginElsewhere,
    FailureReason.WrongRole,
    FailureReason.HomeworkRequired,
  ],
  [Access.Enterprise]: [FailureReason.LoginRequired, FailureReason.LoginElsewhere, FailureReason.WrongRole],
  [Access.BackOffice]: [FailureReason.LoginRequired, FailureReason.LoginElsewhere, FailureReason.WrongRole],
};

interface Declared<Request, Response, Repeats> {
  readonly access: Access;
  readonly summary: string;
  readonly request: Request;
  readonly response: Response;
  readonly reasons?: readonly FailureReason[];
  readonly replay?: Repeats;
  readonly method?: 'GET' | 'POST';
}

/** Declares an action. */
export const declare = <
  Request extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Repeats extends Replay = typeof Replay.None,
>(
  path: `/api/${string}`,
  { reasons = [], replay = Replay.None as Repeats, method = 'POST', ...rest }: Declared<Request, Response, Repeats>,
): Action<Request, Response, Repeats> => ({ method, path, reasons, replay, ...rest });

/** Names one attempt of a caller; the same for all its repetitions. */
export const clientToken = z.string().check(z.minLength(16), z.maxLength(64), z.regex(/^[A-Za-z0-9_-]+$/));

/** What an action takes that needs nothing; whatever comes with it is ignored. */
export const nothing = z.object({});
