import { LoaderCircle } from 'lucide-react';
import type { ReactElement } from 'react';

/** Something is going on; say what beside it. */
export function Spinner({ className = 'size-5' }: { readonly className?: string }): ReactElement {
  return <LoaderCircle aria-hidden className={`animate-spin ${className}`} />;
}
