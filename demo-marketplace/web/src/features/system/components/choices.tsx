import { useId, type ReactElement } from 'react';

export interface ChoicesProps<T extends string> {
  readonly label: string;
  readonly hint?: string;
  readonly choices: readonly { readonly id: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (id: T) => void;
}

/** One of a few, side by side; arrows move between them. */
export function Choices<T extends string>({ label, hint, choices, value, onChange }: ChoicesProps<T>): ReactElement {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ id, label: text }) => (
          <label
            key={id}
            className="inline-flex min-h-11 cursor-pointer items-center rounded-xl border border-line-strong bg-surface px-4 outline-offset-2 outline-(--ring) has-checked:border-accent has-checked:bg-accent-tint has-checked:font-medium has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={name}
              value={id}
              checked={id === value}
              onChange={() => onChange(id)}
              className="sr-only"
            />
            {text}
          </label>
        ))}
      </div>
      {hint !== undefined && <p className="mt-1.5 text-sm text-ink-soft">{hint}</p>}
    </fieldset>
  );
}
