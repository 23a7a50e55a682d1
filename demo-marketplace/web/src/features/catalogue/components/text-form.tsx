import { useState, type ReactElement, type ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { CONTROL, Field } from '../../../ui/field.js';
import { Form } from '../../../ui/form.js';
import { Spinner } from '../../../ui/spinner.js';

export interface TextFormProps {
  readonly label: string;
  readonly submit: string;
  readonly maxLength: number;
  readonly initial?: string;
  /** Look of the submit button; `danger` for destructive actions. Defaults to `solid`. */
  readonly look?: 'solid' | 'danger';
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  /** Resolves with true if the text was accepted; the field is cleared then. */
  readonly onSend: (content: string) => Promise<boolean>;
  /** Between text and button. */
  readonly children?: ReactNode;
}

/** A text to write and send. */
export function TextForm(props: TextFormProps): ReactElement {
  const { label, submit, maxLength, initial = '', look = 'solid', isBusy, problem, onSend, children } = props;
  const t = useText();
  const [content, setContent] = useState(initial);
  const [isRefused, setIsRefused] = useState(false);
  const send = async (): Promise<void> => {
    const text = content.trim();
    setIsRefused(text === '');
    if (text === '' || isBusy) return;
    if (await onSend(text)) setContent('');
  };
  return (
    <Form onSubmit={send} className="grid gap-3">
      {problem !== undefined && <Alert>{problem}</Alert>}
      <Field label={label} error={isRefused ? t('problem.required') : undefined}>
        {(ids) => (
          <textarea
            {...ids}
            rows={3}
            maxLength={maxLength}
            value={content}
            aria-invalid={isRefused}
            onChange={(event) => setContent(event.target.value)}
            className={CONTROL}
          />
        )}
      </Field>
      {children}
      <Button type="submit" look={look} className="justify-self-end" aria-disabled={isBusy}>
        {isBusy && <Spinner />}
        {submit}
      </Button>
    </Form>
  );
}
