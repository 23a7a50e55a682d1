import { saveCourse, type CourseBasics, type FieldProblem } from '@lectern/marketplace-contract';
import { problemOf } from '../../../lib/form.js';
import type { MessageId } from '../../../i18n/messages.js';
import type { Step } from './editor.js';

/** Invalid fields, by their path in the request. */
export type FieldFaults = Readonly<Partial<Record<string, FieldProblem>>>;

/** The fields that the server would refuse, found with the schema that it checks them with. */
export function faultsOf(basics: CourseBasics): FieldFaults {
  const parsed = saveCourse.request.safeParse({ version: 0, ...basics }, { reportInput: true });
  const faults: Record<string, FieldProblem> = {};
  for (const issue of parsed.error?.issues ?? []) faults[issue.path.join('.')] ??= problemOf(issue);
  return faults;
}

const MESSAGES: Readonly<Record<string, MessageId>> = {
  'original_price_cents out-of-range': 'mentor.price.original.tooLow',
  'crowdfund.early_price_cents out-of-range': 'mentor.fund.early.tooHigh',
  'crowdfund.early_price_cents malformed': 'mentor.price.malformed',
  'price_cents malformed': 'mentor.price.malformed',
  'original_price_cents malformed': 'mentor.price.malformed',
  'crowdfund.target whole-dollars': 'mentor.price.malformed',
  'crowdfund.early_price_cents whole-dollars': 'mentor.price.malformed',
  'price_cents whole-dollars': 'mentor.price.malformed',
  'original_price_cents whole-dollars': 'mentor.price.malformed',
  'seats out-of-range': 'mentor.seats.malformed',
  'seats malformed': 'mentor.seats.malformed',
  'seats required': 'mentor.seats.malformed',
};

/** The message of a fault that says what is wrong without the name of its field; undefined if there is none. */
export const ownMessage = (field: string, problem: FieldProblem): MessageId | undefined =>
  MESSAGES[`${field} ${problem}`];

export const messageOf = (field: string, problem: FieldProblem): MessageId =>
  ownMessage(field, problem) ?? `problem.${problem}`;

const PRICE = new Set(['price_cents', 'original_price_cents', 'seats', 'crowdfund']);
const MEDIA = new Set(['images', 'clip']);

/** The step of the editor that has a field. */
export function stepOf(field: string): Step {
  const [name = ''] = field.split('.');
  if (PRICE.has(name)) return 'price';
  return MEDIA.has(name) ? 'media' : 'basics';
}
