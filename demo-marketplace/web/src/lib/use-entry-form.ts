import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';
import { entryKey, keepEntry, takeEntry, type Entry } from './kept-entries.js';
import { useFaultFocus } from './use-fault-focus.js';

/** The messages of fields with an error, by field name. */
export type FieldMessages<Values extends FieldValues> = Readonly<Partial<Record<Path<Values>, string | undefined>>>;

export interface EntryForm<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  /** The error of the form as a whole. */
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** The error message of a field; undefined if it has none. */
  readonly errorOf: (field: Path<Values>) => string | undefined;
}

/** Validates a form by the messages for its values; the form is valid if there are none. */
export const messageResolver =
  <Values extends FieldValues>(check?: (values: Values) => FieldMessages<Values>): Resolver<Values> =>
  (values) => {
    const wrong = Object.entries(check?.(values) ?? {}).filter(([, message]) => message !== undefined);
    if (wrong.length === 0) return { values, errors: {} };
    return { values: {}, errors: Object.fromEntries(wrong.map(([field, message]) => [field, { message }])) as never };
  };

export interface EntryFormOptions<Values extends FieldValues> extends Pick<UseFormProps<Values>, 'mode'> {
  readonly defaultValues: DefaultValues<Values>;
  readonly resolver: Resolver<Values>;
  /**
   * Name of the form within the member's account, e.g. `review 7`: its values survive a session that ends. Absent for
   * forms with secrets.
   */
  readonly keepAs?: string | undefined;
  /** Takes valid values; may set errors of fields, and returns the error of the form as a whole. */
  readonly send: (values: Values, form: UseFormReturn<Values>) => Promise<string | undefined>;
}

/** Fields whose value differs from that at first; values are such as JSON can hold. */
function changedValues<Values extends FieldValues>(form: UseFormReturn<Values>): Entry {
  const first: Readonly<Record<string, unknown>> = form.formState.defaultValues ?? {};
  const isChanged = ([field, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(first[field]);
  return Object.fromEntries(Object.entries(form.getValues()).filter(isChanged));
}

/** Keeps the values of a form whose member's session ends, and restores them once the member is back. */
function useKeptValues<Values extends FieldValues>(form: UseFormReturn<Values>, name: string | undefined): void {
  const [key] = useState(() => (name === undefined ? undefined : entryKey(name)));
  useEffect(() => {
    if (key === undefined) return undefined;
    const values = takeEntry(key);
    if (values !== undefined) form.reset({ ...form.getValues(), ...values }, { keepDefaultValues: true });
    return () => keepEntry(key, changedValues(form));
  }, [form, key]);
}

/** The state of every form: its values and errors, one submission at a time, and the focus on the first error. */
export function useEntryForm<Values extends FieldValues>({
  defaultValues,
  resolver,
  send,
  mode = 'onSubmit',
  keepAs,
}: EntryFormOptions<Values>): EntryForm<Values> {
  const [problem, setProblem] = useState<string>();
  const isUnderWay = useRef(false);
  const showFault = useFaultFocus();
  // The first fault on the screen is focused, whatever the order in which fields were registered.
  const form = useForm<Values>({ defaultValues, mode, shouldFocusError: false, resolver });
  useKeptValues(form, keepAs);

  const sendOnce = async (values: Values): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      setProblem(undefined);
      setProblem(await send(values, form));
    } finally {
      isUnderWay.current = false;
    }
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    const element = event.currentTarget;
    await form.handleSubmit((values) => sendOnce(values as Values))(event);
    showFault(element);
  };

  return {
    form,
    problem,
    isBusy: form.formState.isSubmitting,
    onSubmit: (event) => void submit(event),
    errorOf: (field) => form.getFieldState(field, form.formState).error?.message,
  };
}
