import { Captions } from 'lucide-react';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Skeleton } from '../../../ui/skeleton.js';

const CaptionsForm = lazy(async () => ({ default: (await import('./captions-form.js')).CaptionsForm }));

/** Opens the captions of a video. */
export function CaptionsButton({ media }: { readonly media: string }): ReactElement {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="quiet" className="justify-self-start" onClick={() => setIsOpen(true)}>
        <Captions aria-hidden className="size-5" />
        {t('mentor.captions')}
      </Button>
      <Dialog
        isOpen={isOpen}
        title={t('mentor.captions')}
        text={t('mentor.captions.text')}
        onClose={() => setIsOpen(false)}
      >
        <Suspense fallback={<Skeleton className="h-80 w-full" />}>
          <CaptionsForm media={media} onSaved={() => setIsOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}
