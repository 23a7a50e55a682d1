import { FailureReason, FieldProblem, type FieldLimit } from '@lectern/marketplace-contract';
import type * as z from 'zod/mini';
import { ApiFailure } from './failure.js';

const PROBLEMS: ReadonlySet<string> = new Set(Object.values(FieldProblem));

/** Parses a request body. @throws {ApiFailure} 422, with a problem for each field */
export function parseBody(schema: z.ZodMiniType, body: unknown): unknown {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  const errors: Record<string, FieldProblem> = {};
  const limits: Record<string, FieldLimit> = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path.join('.');
    if (Object.hasOwn(errors, field)) continue;
    errors[field] = problemOf(issue);
    const limit = errors[field] === FieldProblem.TooLong ? limitOf(issue) : undefined;
    if (limit !== undefined) limits[field] = limit;
  }
  throw new ApiFailure(FailureReason.Invalid, { errors, ...(Object.keys(limits).length > 0 && { limits }) });
}

/** Maximum length of a value that is too long; refinements of the contract provide it as `maximum`. */
function limitOf(issue: z.core.$ZodIssue): FieldLimit | undefined {
  const maximum: unknown =
    issue.code === 'too_big' ? issue.maximum : issue.code === 'custom' ? issue.params?.['maximum'] : undefined;
  if (typeof maximum !== 'number') return undefined;
  return { maximum, unit: Array.isArray(issue.input) ? 'items' : 'characters' };
}

const isMissing = (input: unknown): boolean =>
  input === undefined ||
  (typeof input === 'string' && input.trim() === '') ||
  (Array.isArray(input) && input.length === 0);

function problemOf(issue: z.core.$ZodIssue): FieldProblem {
  if (issue.code === 'custom' && PROBLEMS.has(issue.message)) return issue.message as FieldProblem;
  if (isMissing(issue.input)) return FieldProblem.Required;
  if (issue.code === 'too_big' || issue.code === 'too_small') {
    if (issue.origin === 'number' || issue.origin === 'int') return FieldProblem.OutOfRange;
    return issue.code === 'too_big' ? FieldProblem.TooLong : FieldProblem.TooShort;
  }
  return FieldProblem.Malformed;
}
