import { useState, type ReactElement } from 'react';
import { TextField, type FieldProps } from '../../../../ui/field.js';
import { localTime, momentOf } from '../../dashboard/local-time.js';

const textOf = (value: string | null): string => (value === null ? '' : localTime(Date.parse(value)));
const isoOf = (text: string): string | null => momentOf(text) || null;

/** A field for day and time in the reader's time zone; `value` is ISO 8601, null for none. */
export function MomentField({
  value,
  onChange,
  ...field
}: FieldProps & {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}): ReactElement {
  // The typed text is kept, as a year that is being typed is a time of its own.
  const [typed, setTyped] = useState(() => textOf(value));
  const text = isoOf(typed) === value ? typed : textOf(value);
  return (
    <TextField
      {...field}
      type="datetime-local"
      value={text}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(isoOf(event.target.value));
      }}
    />
  );
}

/** A field for a calendar day, `yyyy-mm-dd`; null for none. */
export function DayField({
  value,
  onChange,
  ...field
}: FieldProps & {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}): ReactElement {
  return (
    <TextField
      {...field}
      type="date"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  );
}

const countOf = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN);

/** A field for a whole number; invalid input is NaN, which the server refuses like any other invalid value. */
export function CountField({
  value,
  onChange,
  ...field
}: FieldProps & { readonly value: number; readonly onChange: (value: number) => void }): ReactElement {
  const shown = Number.isNaN(value) ? '' : String(value);
  const [typed, setTyped] = useState(shown);
  const text = Object.is(countOf(typed), value) ? typed : shown;
  return (
    <TextField
      {...field}
      inputMode="numeric"
      value={text}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(countOf(event.target.value));
      }}
    />
  );
}
