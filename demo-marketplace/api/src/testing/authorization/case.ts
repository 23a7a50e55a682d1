import type { AnyAction, FailureReason, RequestOf } from '@lectern/marketplace-contract';
import type { Body, Person, AuthorizationFixtures } from './fixtures.js';

/**
 * Expected refusal for a caller who refers to a resource of another member: a reason, `unknown` for a field error, or
 * `left-out` where the resources of others are skipped silently.
 */
export type Refusal = FailureReason | 'unknown' | 'left-out';

/** One request field that refers to a resource of a member. */
export interface Case {
  readonly action: AnyAction;
  /** Path of the field in the form of {@link namesIn}: `item.id`, `ids.*`. */
  readonly field: string;
  /** Kind of the resource's owner; the other caller is of the same kind. */
  readonly owner: 'learner' | 'mentor';
  /** Creates the resource, and a request that would succeed if the asker owned the resource. */
  readonly body: (fixtures: AuthorizationFixtures, owner: Person, asker: Person) => Promise<Body>;
  /** True when the request also contains resources of the asker, so that the owner needs another request. */
  readonly isFramed?: boolean;
  readonly refusal: Refusal;
  /** Text that only the owner may find in a response. */
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

/** Case for a resource of a learner, requested by another learner. */
export const learners = caseFor('learner');
/** Case for a resource of a mentor, requested by another mentor. */
export const mentors = caseFor('mentor');

/** The parts of a JSON schema that are read here. */
interface Schema {
  readonly pattern?: string | undefined;
  readonly type?: string | undefined;
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
  readonly items?: unknown;
  readonly anyOf?: readonly unknown[] | undefined;
  readonly allOf?: readonly unknown[] | undefined;
}

/** Patterns of ids and order numbers. */
const ID_PATTERNS = ['^[1-9]\\d{0,15}$', '^\\d{18}$'];
/** Names of fields whose text refers to a resource: file keys, numbers, chat accounts. */
const NAMING = /(^|_)(ids?|nos?|keys?|uids?|images?|clip|photo|headimg|media|upload|cover|avatar|files?|cursor)$/;
const isFree = ({ type, pattern }: Schema): boolean => type === 'string' && pattern === undefined;

/** Fields of a request that appear to refer to a resource, from its JSON schema. */
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
