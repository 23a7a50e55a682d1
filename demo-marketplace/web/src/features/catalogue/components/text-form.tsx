import type { ReactElement, ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { messageResolver, useEntryForm } from '../../../lib/use-entry-form.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { CONTROL, Field } from '../../../ui/field.js';
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
  /** Name of the form, under which its text survives a session that ends. */
  readonly keepAs: string;
  /** Between text and button. */
  readonly children?: ReactNode;
}

/** A text to write and send. */
export function TextForm(props: TextFormProps): ReactElement {
  const { label, submit, maxLength, initial = '', look = 'solid', isBusy, problem, keepAs, onSend, children } = props;
  const t = useText();
  const { form, onSubmit, errorOf } = useEntryForm<{ content: string }>({
    defaultValues: { content: initial },
    keepAs,
    resolver: messageResolver(({ content }) => ({
      content: content.trim() === '' ? t('problem.required') : undefined,
    })),
    send: async ({ content }) => {
      if (!isBusy && (await onSend(content.trim()))) form.reset({ content: '' });
      return undefined;
    },
  });
  const error = errorOf('content');
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-3">
      {problem !== undefined && <Alert>{problem}</Alert>}
      <Field label={label} error={error}>
        {(ids) => (
          <textarea
            {...form.register('content')}
            {...ids}
            rows={3}
            maxLength={maxLength}
            aria-invalid={error !== undefined}
            className={CONTROL}
          />
        )}
      </Field>
      {children}
      <Button type="submit" look={look} className="justify-self-end" aria-disabled={isBusy}>
        {isBusy && <Spinner />}
        {submit}
      </Button>
    </form>
  );
}
