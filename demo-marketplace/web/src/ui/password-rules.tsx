import { passwordRules, type PasswordRules as Rules } from '@lectern/marketplace-contract';
import { Check, Circle } from 'lucide-react';
import type { ReactElement } from 'react';
import type { MessageId } from '../i18n/messages.js';
import { useText } from '../i18n/use-text.js';

const RULES: readonly (readonly [keyof Rules, MessageId])[] = [
  ['hasLength', 'account.rule.length'],
  ['hasLetter', 'account.rule.letter'],
  ['hasDigit', 'account.rule.digit'],
  ['hasSymbol', 'account.rule.symbol'],
];

/** The rules for a password, marked as met or open for the typed one. */
export function PasswordRules({ password }: { readonly password: string }): ReactElement {
  const t = useText();
  const rules = passwordRules(password);
  return (
    <ul aria-label={t('account.rules')} className="-mt-2 grid grid-cols-2 gap-x-3 gap-y-1 text-sm">
      {RULES.map(([rule, label]) => {
        const Icon = rules[rule] ? Check : Circle;
        return (
          <li
            key={rule}
            className={`flex items-center gap-1.5 ${rules[rule] ? 'text-accent-strong' : 'text-ink-soft'}`}
          >
            <Icon aria-hidden className="size-4 shrink-0" />
            <span>
              {t(label)}
              <span className="sr-only"> {t(rules[rule] ? 'account.rule.met' : 'account.rule.open')}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
