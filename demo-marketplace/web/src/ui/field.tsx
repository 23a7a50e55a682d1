import { ChevronDown, CircleAlert } from 'lucide-react';
import { useId, type ComponentProps, type ReactElement, type ReactNode } from 'react';

export interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Error message of the value. */
  readonly error?: string | undefined;
}

/** Classes of every form control. */
export const CONTROL =
  'w-full rounded-xl border border-line-strong bg-surface px-3.5 py-2.5 min-h-11 leading-6 text-ink placeholder:text-ink-soft aria-invalid:border-danger disabled:opacity-60';

/** A label above a control, with a hint or an error below; `children` receives the ids that connect them. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & {
  readonly children: (ids: { id: string; 'aria-describedby': string | undefined }) => ReactNode;
}): ReactElement {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': note === undefined ? undefined : noteId })}
      {note !== undefined && (
        <p
          id={noteId}
          className={`mt-1.5 flex gap-1.5 text-sm ${error === undefined ? 'text-ink-soft' : 'text-danger'}`}
        >
          {error !== undefined && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
          {note}
        </p>
      )}
    </div>
  );
}

export function TextField({ label, hint, error, ...props }: FieldProps & ComponentProps<'input'>): ReactElement {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <input {...props} {...ids} aria-invalid={error !== undefined} className={CONTROL} />}
    </Field>
  );
}

export function SelectField({
  label,
  hint,
  error,
  children,
  ...props
}: FieldProps & ComponentProps<'select'>): ReactElement {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <div className="relative">
          <select
            {...props}
            {...ids}
            aria-invalid={error !== undefined}
            className={`${CONTROL} appearance-none truncate pr-10`}
          >
            {children}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-ink-soft"
          />
        </div>
      )}
    </Field>
  );
}

export interface CheckFieldProps extends ComponentProps<'input'> {
  readonly error?: string | undefined;
  /** Label of the checkbox; may contain links. */
  readonly children: ReactNode;
}

/** A box to tick, its text beside it. */
export function CheckField({ error, children, ...props }: CheckFieldProps): ReactElement {
  const id = useId();
  return (
    <div>
      <div className="flex items-start gap-2.5">
        <input
          {...props}
          id={id}
          type="checkbox"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-note`}
          className="mt-1 size-5 shrink-0 accent-accent"
        />
        <label htmlFor={id}>{children}</label>
      </div>
      {error !== undefined && (
        <p id={`${id}-note`} className="mt-1.5 flex gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
