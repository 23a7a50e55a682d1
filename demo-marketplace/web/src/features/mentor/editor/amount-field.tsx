import { useState, type ReactElement } from 'react';
import { centsOf } from '../../../lib/money.js';
import { TextField } from '../../../ui/field.js';

const CENTS = 100;

const typedOf = (cents: number): string => (Number.isNaN(cents) ? '' : String(cents / CENTS));
/** Parses an amount. Invalid input becomes NaN, which the server refuses like any other invalid value. */
const centsTyped = (text: string): number => centsOf(text) ?? Number.NaN;

/** A field for an amount of money, in cents; invalid input is NaN. */
export function AmountField({
  label,
  hint,
  error,
  cents,
  isDisabled = false,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly cents: number;
  readonly isDisabled?: boolean;
  readonly onChange: (cents: number) => void;
}): ReactElement {
  const [typed, setTyped] = useState(() => typedOf(cents));
  // An amount that was not typed here replaces the text.
  const text = Object.is(centsTyped(typed), cents) ? typed : typedOf(cents);
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      inputMode="decimal"
      value={text}
      disabled={isDisabled}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(centsTyped(event.target.value));
      }}
    />
  );
}
