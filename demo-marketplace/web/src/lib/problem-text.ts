import { Channel, FieldProblem } from '@lectern/marketplace-contract';
import type { MessageId } from '../i18n/messages.js';
import type { Text } from '../i18n/use-text.js';

/** The message for a malformed value of each account field. */
const FORMS: Readonly<Record<string, MessageId>> = {
  email: 'problem.email',
  mobile: 'problem.mobile',
  code: 'problem.code',
  password: 'problem.password',
};

const FORM_PROBLEMS: readonly FieldProblem[] = [FieldProblem.Malformed, FieldProblem.TooShort, FieldProblem.TooLong];

/** The message for a problem of an account field. `channel` gives the type of the field `account`. */
export function problemText(t: Text, field: string, problem: FieldProblem, channel?: Channel): string {
  if (FORM_PROBLEMS.includes(problem)) {
    const meant = field === 'account' ? (channel === Channel.Mobile ? 'mobile' : 'email') : field;
    const form = FORMS[meant];
    if (form !== undefined) return t(form);
  }
  return t(`problem.${problem}`);
}
