import type { AnyAction, FailureReason, RequestOf } from '@lectern/marketplace-contract';
import type { Body, Person, AuthorizationFixtures } from './fixtures.js';

/**
 * What a stranger hears who names somebody else's thing: a reason, `unknown` for a field that names something that is
 * not theirs, or `left-out` where others' things are passed over in silence.
 */
export type Refusal = FailureReason | 'unknown' | 'left-out';

/** One field of an action that names a thing of somebody's. */
export interface Case {
  readonly action: AnyAction;
  /** As {@link namesIn} has it: `item.id`, `ids.*`. */
  readonly field: string;
  /** Whose it is; the stranger is of the same kind. */
  readonly owner: 'learner' | 'mentor';
  /** Makes the thing, and a request that would be granted if only the thing were the asker’s. */
  readonly body: (fixtures: AuthorizationFixtures, owner: Person, asker: Person) => Promise<Body>;
  /** The request is made of things of the asker’s, too: its owner’s is another one. */
  readonly isFramed?: boolean;
  readonly refusal: Refusal;
  /** What only the owner may read in an answer. */
  readonly mark?: string;
}

type BodyOf<A extends AnyAction> = (
  fixtures: AuthorizationFixtures,
  owner: Person,
  asker: Person,
) => Promise<RequestOf<A>>;
type More = Partial<Pick<Case, 'refusal' | 'mark' | 'isFramed'>>;

const caseFor =
  (owner: Case['owner']) =>
  <A extends AnyAction>(action: A, field: string, body: BodyOf<A>, more: More = {}): Case => ({
    ...{ action, field, owner, refusal: 'not-found' as const },
    body: (...args) => body(...args) as Promise<Body>,
    ...more,
  });

/** A thing of a learner’s, tried by another learner. */
export const learners = caseFor('learner');
/** A thing of a mentor’s, tried by another mentor. */
export const mentors = caseFor('mentor');

/** As far as it is read here. */
interface Schema {
  readonly pattern?: string | undefined;
  readonly type?: string | undefined;
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
  readonly items?: unknown;
  readonly anyOf?: readonly unknown[] | undefined;
  readonly allOf?: readonly unknown[] | undefined;
}

/** How ids and numbers of orders look. */
const ID_PATTERNS = ['^[1-9]\\d{0,15}$', '^\\d{18}$'];
/** Fields whose texts name things: keys of files, numbers, chat accounts. */
const NAMING = /(^|_)(ids?|nos?|keys?|uids?|images?|clip|photo|headimg|media|upload|cover|avatar|files?|cursor)$/;
const isFree = ({ type, pattern }: Schema): boolean => type === 'string' && pattern === undefined;

/** Every field of a request that looks as if it named something, from its JSON schema. */
export function namesIn(given: unknown, path: readonly string[] = []): string[] {
  const schema = given as Schema;
  const { properties = {}, items, anyOf = [], allOf = [] } = schema;
  const name = path.findLast((part) => part !== '*') ?? '';
  const isName = ID_PATTERNS.includes(schema.pattern ?? '') || (NAMING.test(name) && isFree(schema));
  return [
    ...(isName ? [path.join('.')] : []),
    ...Object.entries(properties).flatMap(([key, value]) => namesIn(value, [...path, key])),
    ...(items === undefined ? [] : namesIn(items, [...path, '*'])),
    ...[...anyOf, ...allOf].flatMap((one) => namesIn(one, path)),
  ];
}
