import { FieldProblem, type AnyAction } from '@lectern/marketplace-contract';
import type { FieldValues, Resolver } from 'react-hook-form';

type Schema = AnyAction['request'];
type Issue = NonNullable<ReturnType<Schema['safeParse']>['error']>['issues'][number];

const PROBLEMS: readonly string[] = Object.values(FieldProblem);

/** Why the contract refuses a field, in the words that the server uses for it. */
export function problemOf(issue: Issue): FieldProblem {
  if (PROBLEMS.includes(issue.message)) return issue.message as FieldProblem;
  if (issue.code === 'too_big') return FieldProblem.TooLong;
  if (issue.code === 'too_small') return issue.minimum === 1 ? FieldProblem.Required : FieldProblem.TooShort;
  return issue.code === 'invalid_type' && issue.input === undefined ? FieldProblem.Required : FieldProblem.Malformed;
}

/** Returns the message for a problem of a field. */
export type ProblemText = (field: string, problem: FieldProblem) => string;

/** Problems that involve several fields; the schema reports them only once every single field is valid. */
export type FormProblems = Readonly<Partial<Record<string, FieldProblem>>>;

/** Checks a form with the schema that the server checks it with, and `between` fields at the same time. */
export const contractResolver =
  <Values extends FieldValues>(
    schema: Schema,
    textOf: ProblemText,
    between: (values: Values) => FormProblems = () => ({}),
  ): Resolver<Values> =>
  (values) => {
    const parsed = schema.safeParse(values, { reportInput: true });
    if (parsed.success) return { values: parsed.data as Values, errors: {} };
    const problems: Record<string, FieldProblem> = {};
    for (const issue of parsed.error.issues) problems[issue.path.join('.')] ??= problemOf(issue);
    const errors = Object.entries({ ...between(values), ...problems }).map(([field, problem]) => [
      field,
      { type: problem, message: textOf(field, problem as FieldProblem) },
    ]);
    return { values: {}, errors: Object.fromEntries(errors) as never };
  };
