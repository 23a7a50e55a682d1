import type { MessageId } from '../../../i18n/messages.js';
import type { Text } from '../../../i18n/use-text.js';
import type { DecisionWords } from '../components/decision-dialog.js';

/** Subjects of an approval. */
export type Subject = 'mentors' | 'courses' | 'lives' | 'withdrawals' | 'refunds';

interface Verdict {
  readonly id: 'pass' | 'refuse';
  readonly label: string;
  readonly words: DecisionWords;
  readonly body: (reason: string) => { readonly id: string; readonly pass: boolean; readonly reason?: string };
}

/** To pass something or to refuse it with a reason; `values` are what its texts speak of. */
export function verdicts(
  t: Text,
  subject: Subject,
  id: string,
  values: Readonly<Record<string, string>>,
): readonly [Verdict, Verdict] {
  const say = (which: string): string => t(`office.${subject}.${which}` as MessageId, values);
  return [
    {
      id: 'pass',
      label: say('pass'),
      words: { title: say('pass.title'), text: say('pass.text'), confirm: say('pass'), look: 'solid' },
      body: () => ({ id, pass: true }),
    },
    {
      id: 'refuse',
      label: say('refuse'),
      words: {
        title: say('refuse.title'),
        text: say('refuse.text'),
        confirm: say('refuse'),
        look: 'danger',
        reason: { label: t('office.reason'), hint: t('office.reason.hint'), isRequired: true },
      },
      body: (reason) => ({ id, pass: false, reason }),
    },
  ];
}
