import type { ComponentProps, ReactElement } from 'react';
import { CONTROL, Field, type FieldProps } from './field.js';

/** Several lines of text. */
export function TextArea({ label, hint, error, ...props }: FieldProps & ComponentProps<'textarea'>): ReactElement {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <textarea rows={5} {...props} {...ids} aria-invalid={error !== undefined} className={CONTROL} />}
    </Field>
  );
}
