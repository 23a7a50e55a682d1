import { liveFaults, saveLive, type FieldProblem, type LiveTodo } from '@lectern/marketplace-contract';
import type { MessageId } from '../../../../i18n/messages.js';
import { problemOf } from '../../../../lib/form.js';
import { plainDocument, type DraftDocument } from './live-draft.js';

export const STEPS = ['basics', 'timeline', 'packages', 'review'] as const;
export type Step = (typeof STEPS)[number];

/** Invalid fields, by their path in the request. */
export type FieldFaults = Readonly<Partial<Record<string, FieldProblem>>>;

/** The fields that the server would not save, found with the schema that it checks them with. */
export function schemaFaults(document: DraftDocument): FieldFaults {
  const parsed = saveLive.request.safeParse({ version: 0, ...plainDocument(document) }, { reportInput: true });
  const faults: Record<string, FieldProblem> = {};
  for (const issue of parsed.error?.issues ?? []) faults[issue.path.join('.')] ??= problemOf(issue);
  return faults;
}

/** The rules that keep a document from being submitted, by the field that shows them; the first of a field counts. */
export function ruleFaults(document: DraftDocument, now: number): ReadonlyMap<string, LiveTodo> {
  const faults = new Map<string, LiveTodo>();
  for (const { field, todo } of liveFaults(plainDocument(document), now)) {
    if (!faults.has(field)) faults.set(field, todo);
  }
  return faults;
}

const MESSAGES: Readonly<Record<string, MessageId>> = {
  'price_cents malformed': 'plan.price.malformed',
  'original_price_cents malformed': 'plan.price.malformed',
  'original_price_cents out-of-range': 'plan.price.original.tooLow',
  'early_price_cents malformed': 'plan.price.malformed',
  'quantity malformed': 'plan.quantity.malformed',
  'quantity required': 'plan.quantity.malformed',
  'quantity too-long': 'plan.quantity.malformed',
  'limit_per_member malformed': 'plan.limit.malformed',
  'limit_per_member required': 'plan.limit.malformed',
  'limit_per_member too-long': 'plan.limit.malformed',
  'map_link malformed': 'plan.mapLink.malformed',
};

/** The message of a fault that says what is wrong without the name of its field; undefined if there is none. */
export const ownMessage = (field: string, problem: FieldProblem): MessageId | undefined =>
  MESSAGES[`${field.split('.').at(-1) ?? ''} ${problem}`];

export const messageOf = (field: string, problem: FieldProblem): MessageId =>
  ownMessage(field, problem) ?? `problem.${problem}`;

/** The step of the editor that has a field. */
export function stepOf(field: string): Step {
  const [name = ''] = field.split('.');
  if (name === 'timeline' || name.startsWith('broadcast')) return 'timeline';
  return name === 'packages' || name === 'refund_policy' ? 'packages' : 'basics';
}

/** Fields with a fault, in the order of the screen as far as steps go. */
export function firstFault(fields: readonly string[]): string | undefined {
  return fields.toSorted((a, b) => STEPS.indexOf(stepOf(a)) - STEPS.indexOf(stepOf(b)))[0];
}
