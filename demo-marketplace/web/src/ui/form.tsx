import type { ComponentProps, ReactElement, SubmitEvent } from 'react';
import { useFaultFocus } from '../lib/use-fault-focus.js';

export interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** Sends the form; the promise settles once the errors of the answer are set. */
  readonly onSubmit: () => Promise<unknown>;
}

/** A form that focuses the first fault after it was submitted. Forms of `useActionForm` do so by themselves. */
export function Form({ onSubmit, ...props }: FormProps): ReactElement {
  const showFault = useFaultFocus();
  const submit = async (form: HTMLFormElement): Promise<void> => {
    await onSubmit();
    showFault(form);
  };
  return (
    <form
      noValidate
      {...props}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    />
  );
}
