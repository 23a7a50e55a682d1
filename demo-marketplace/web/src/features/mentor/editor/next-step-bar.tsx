import { ArrowRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';

/** Leads to the next step and stays at the bottom of the window, so that a long step need not be scrolled to its end. */
export function NextStepBar({ name, onNext }: { readonly name: string; readonly onNext: () => void }): ReactElement {
  const t = useText();
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-6 flex justify-end border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:mx-0">
      <Button onClick={onNext} className="w-full sm:w-auto">
        {t('mentor.step.next', { step: name })}
        <ArrowRight aria-hidden className="size-5" />
      </Button>
    </div>
  );
}
