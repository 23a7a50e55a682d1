import { SkipForward } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';

/** Time before the next unit follows, in seconds. */
export const NEXT_SECONDS = 5;
const SECOND_MS = 1_000;

export interface NextCardProps {
  readonly title: string;
  /** The next unit follows by itself, unless the member cancels it. */
  readonly isAutomatic: boolean;
  readonly onNext: () => void;
}

/** Shown over a video that has ended: the unit that follows, in a few seconds if that is wanted. */
export function NextCard({ title, isAutomatic, onNext }: NextCardProps): ReactElement {
  const t = useText();
  const [left, setLeft] = useState(isAutomatic ? NEXT_SECONDS : undefined);
  const follow = useEffectEvent(onNext);
  useEffect(() => {
    if (left === undefined) return undefined;
    if (left === 0) {
      follow();
      return undefined;
    }
    const timer = setTimeout(() => setLeft(left - 1), SECOND_MS);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <section
      aria-label={t('player.next')}
      className="absolute inset-0 grid place-content-center justify-items-center gap-4 bg-black/80 p-4 text-center text-white"
    >
      <p className="text-sm">{left === undefined ? t('player.next') : t('player.next.in', { seconds: left })}</p>
      <p className="max-w-md text-lg font-semibold text-balance break-words">{title}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={onNext}>
          <SkipForward aria-hidden className="size-5" />
          {t('player.next.now')}
        </Button>
        {left !== undefined && (
          <Button look="quiet" onClick={() => setLeft(undefined)}>
            {t('player.next.stay')}
          </Button>
        )}
      </div>
    </section>
  );
}
