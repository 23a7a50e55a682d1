import { FailureReason, FieldProblem } from '@lectern/marketplace-contract';
import type * as z from 'zod/mini';
import { ApiFailure } from './failure.js';

const PROBLEMS: ReadonlySet<string> = new Set(Object.values(FieldProblem));

/** What an action was asked, checked. @throws {ApiFailure} 422, with a problem for each field */
export function parseBody(schema: z.ZodMiniType, body: unknown): unknown {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  const errors: Record<string, FieldProblem> = {};
  for (const issue of parsed.error.issues) errors[issue.path.join('.')] ??= problemOf(issue);
  throw new ApiFailure(FailureReason.Invalid, { errors });
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
