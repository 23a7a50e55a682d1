import type { AnyAction, RequestOf, ResponseOf } from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { problemText } from '../../../lib/problem-text.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { Form } from '../../../ui/form.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { TextArea } from '../../../ui/text-area.js';
import { toastDone } from '../../../ui/toast.js';

export interface MessageFormProps<A extends AnyAction> {
  readonly action: A;
  readonly body: (content: string) => Omit<RequestOf<A>, 'client_token'>;
  readonly label: string;
  readonly send: string;
  readonly max: number;
  readonly doneText: (answer: ResponseOf<A>) => string;
  readonly onSent: () => void;
}

/** A text to learners. */
export function MessageForm<A extends AnyAction>(props: MessageFormProps<A>): ReactElement {
  const { action, body, label, send, max, doneText, onSent } = props;
  const t = useText();
  const [content, setContent] = useState('');
  const { isBusy, problem, fields, call } = useCall(action);
  const submit = async (): Promise<void> => {
    const answer = await call(body(content));
    if (answer === undefined) return;
    setContent('');
    toastDone(doneText(answer));
    onSent();
  };
  const kind = fields['content'];
  return (
    <Form className="grid gap-4" onSubmit={submit}>
      {problem !== undefined && kind === undefined && <Alert>{problem}</Alert>}
      <TextArea
        label={label}
        hint={t('mentor.intro.hint', { count: content.length, max })}
        error={kind === undefined ? undefined : problemText(t, 'content', kind)}
        value={content}
        maxLength={max}
        onChange={(event) => setContent(event.target.value)}
      />
      <SubmitButton isBusy={isBusy}>{send}</SubmitButton>
    </Form>
  );
}
