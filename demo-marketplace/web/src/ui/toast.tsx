import type { ReactElement } from 'react';
import { toast, Toaster as Sonner } from 'sonner';

/** Where toasts appear; once per page that shows any. */
export function Toaster({ label }: { readonly label: string }): ReactElement {
  return (
    <Sonner
      position="top-center"
      offset={72}
      containerAriaLabel={label}
      theme="dark"
      richColors
      style={{ fontFamily: 'inherit' }}
    />
  );
}

/** Says that something went wrong, for six seconds. */
export const toastError = (text: string): void => void toast.error(text, { duration: 6000 });

/** Says what somebody else did, for six seconds. */
export const toastInfo = (text: string): void => void toast.info(text, { duration: 6000 });

/** Says that something was done. */
export const toastDone = (text: string): void => void toast.success(text, { duration: 1500 });
