import { useCallback, useLayoutEffect, useState } from 'react';

/** An invalid field; `data-fault` marks a group of fields that is invalid as a whole. */
const FAULTS = '[aria-invalid="true"], [data-fault]';
const FOCUSABLE = 'input:enabled, select:enabled, textarea:enabled, button:enabled, [tabindex]';

/** The first invalid field in the order of the screen, or else the error message of the form as a whole. */
function firstFault(form: Element): HTMLElement | null {
  const fault = form.querySelector<HTMLElement>(FAULTS);
  if (fault === null) return form.querySelector<HTMLElement>('[role="alert"]');
  return fault.matches(FOCUSABLE) ? fault : (fault.querySelector<HTMLElement>(FOCUSABLE) ?? fault);
}

/**
 * Returns a function that focuses the first fault of a form and scrolls to it, once the errors that were set before the
 * call are rendered. It does nothing if the form shows no error.
 */
export function useFaultFocus(): (form: Element) => void {
  const [asked, setAsked] = useState<{ readonly form: Element }>();
  useLayoutEffect(() => {
    const fault = asked && firstFault(asked.form);
    if (!fault) return;
    // In the middle, where neither header nor bottom bar covers the field and its message.
    fault.scrollIntoView({ block: 'center' });
    fault.focus({ preventScroll: true });
  }, [asked]);
  return useCallback((form) => setAsked({ form }), []);
}
