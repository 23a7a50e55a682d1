import type { AnyAction, RequestOf, ResponseOf } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { useText } from '../../../i18n/use-text.js';
import { useCallForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { TextArea } from '../../../ui/text-area.js';
import { toastDone } from '../../../ui/toast.js';

export interface MessageFormProps<A extends AnyAction> {
  readonly action: A;
  readonly body: (content: string) => Omit<RequestOf<A>, 'client_token'>;
  readonly label: string;
  /** Name of the form, under which its text survives a session that ends. */
  readonly keepAs: string;
  readonly send: string;
  readonly max: number;
  readonly doneText: (answer: ResponseOf<A>) => string;
  readonly onSent: () => void;
}

/** A text to learners. */
export function MessageForm<A extends AnyAction>(props: MessageFormProps<A>): ReactElement {
  const { action, body, label, keepAs, send, max, doneText, onSent } = props;
  const t = useText();
  const { form, problem, isBusy, onSubmit, errorOf } = useCallForm<A, { content: string }>(action, {
    defaultValues: { content: '' },
    keepAs,
    request: ({ content }) => body(content),
    onDone: (answer) => {
      form.reset();
      toastDone(doneText(answer));
      onSent();
    },
  });
  const content = useWatch({ control: form.control, name: 'content' });
  return (
    <form noValidate className="grid gap-4" onSubmit={onSubmit}>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <TextArea
        {...form.register('content')}
        label={label}
        hint={t('mentor.intro.hint', { count: content.length, max })}
        error={errorOf('content')}
        maxLength={max}
      />
      <SubmitButton isBusy={isBusy}>{send}</SubmitButton>
    </form>
  );
}
