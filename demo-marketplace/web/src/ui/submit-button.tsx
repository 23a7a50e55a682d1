import type { ReactElement, ReactNode } from 'react';
import { Button } from './button.js';
import { Spinner } from './spinner.js';

/** Sends a form; while it is sent, a second click sends nothing. */
export function SubmitButton({
  isBusy,
  isWide = true,
  children,
}: {
  readonly isBusy: boolean;
  /** As wide as the form, or only as its words where there is room. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Button
      type="submit"
      className={isWide ? 'w-full' : 'w-full sm:w-auto sm:justify-self-start'}
      aria-disabled={isBusy}
      // The field keeps the focus, because validation on blur would move the button away from under the pointer.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
      }}
    >
      {isBusy && <Spinner />}
      {children}
    </Button>
  );
}
