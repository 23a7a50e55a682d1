import { FieldProblem, type CodeScene } from '@lectern/marketplace-contract';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useText } from '../../../i18n/use-text.js';
import type { AccountValues } from '../components/account-fields.js';
import { problemText } from '../../../lib/problem-text.js';
import { useCodeSending, type CodeSending } from './use-code-sending.js';

/** Sends codes to the account in a form; marks the field if the account is invalid. */
export function useFormCode<Values extends AccountValues & FieldValues>(
  form: UseFormReturn<Values>,
  scene: CodeScene,
): { readonly sending: CodeSending; readonly sendCode: () => Promise<boolean> } {
  const t = useText();
  const sending = useCodeSending(scene);
  return {
    sending,
    sendCode: async () => {
      const { channel, area, account } = form.getValues();
      const text = account.trim();
      const sent = await sending.send({ channel, area, account: text });
      if (sent === 'malformed') {
        const problem = text === '' ? FieldProblem.Required : FieldProblem.Malformed;
        const message = problemText(t, 'account', problem, channel);
        form.setError('account' as Path<Values>, { message }, { shouldFocus: true });
      }
      return sent === 'sent';
    },
  };
}
