import * as z from 'zod/mini';
import { FailureReason } from './envelope.js';

/** Callers that an action admits; the server enforces it. */
export const Access = {
  /** Everybody. */
  Public: 'P',
  /** Every logged-in member. */
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
 * Replay of an action by its `client_token`: the server stores the first response for 24 hours and returns it to
 * repeated requests without running the action again. Actions that move money are `Required`.
 */
export const Replay = { None: 'none', Optional: 'optional', Required: 'required' } as const;
export type Replay = (typeof Replay)[keyof typeof Replay];

/**
 * One action of the API: its route, access class, request and response schemas, and the reasons for which it may fail.
 */
export interface Action<
  Request extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Repeats extends Replay = Replay,
> {
  /**
   * GET only where nothing changes, no login is needed and every field of the request is text; such actions accept POST
   * too.
   */
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  readonly access: Access;
  readonly request: Request;
  readonly response: Response;
  /** Reasons specific to this action, in addition to {@link COMMON_REASONS} and those of its access class. */
  readonly reasons: readonly FailureReason[];
  readonly replay: Repeats;
  /** One sentence for the API's documentation. */
  readonly summary: string;
}

/** Any action. */
export type AnyAction = Action<z.ZodMiniType, z.ZodMiniType>;
/** Request body of an action. */
export type RequestOf<A extends AnyAction> = z.input<A['request']>;
/** Response data of an action. */
export type ResponseOf<A extends AnyAction> = z.output<A['response']>;

/** Reasons for which any action may fail. */
export const COMMON_REASONS: readonly FailureReason[] = [
  FailureReason.Invalid,
  FailureReason.TooMany,
  FailureReason.Internal,
  FailureReason.Unavailable,
];

/** Reasons for which each access class refuses a caller. */
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

export const declare = <
  Request extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Repeats extends Replay = typeof Replay.None,
>(
  path: `/api/${string}`,
  { reasons = [], replay = Replay.None as Repeats, method = 'POST', ...rest }: Declared<Request, Response, Repeats>,
): Action<Request, Response, Repeats> => ({ method, path, reasons, replay, ...rest });

/**
 * Joins the actions of all features.
 *
 * @throws {Error} when two of them have the same path
 */
export function joinActions(features: readonly (readonly AnyAction[])[]): readonly AnyAction[] {
  const actions = features.flat();
  const paths = actions.map(({ path }) => path);
  const repeated = paths.filter((path, index) => paths.indexOf(path) !== index);
  if (repeated.length > 0) throw new Error(`declared twice: ${repeated.join(', ')}`);
  return actions;
}

/** Identifies one attempt of a caller; every retry of the attempt sends the same token. */
export const clientToken = z.string().check(z.minLength(16), z.maxLength(64), z.regex(/^[A-Za-z0-9_-]+$/));

/** Request of an action without fields; unknown fields are ignored. */
export const nothing = z.object({});
