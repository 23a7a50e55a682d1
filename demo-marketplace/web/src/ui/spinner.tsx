import { LoaderCircle } from 'lucide-react';
import type { ReactElement } from 'react';

/** An activity indicator; a text beside it names the activity. */
export function Spinner({ className = 'size-5' }: { readonly className?: string }): ReactElement {
  return <LoaderCircle aria-hidden className={`animate-spin ${className}`} />;
}
