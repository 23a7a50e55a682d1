import type { QuizResult } from '@lectern/marketplace-contract';
import { CircleCheck, RotateCcw } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';

/** The result of a quiz; takes the focus when it appears. */
export function QuizMark({
  result: { score, right, of, pass },
  passPercent,
}: {
  readonly result: QuizResult;
  readonly passPercent: number;
}): ReactElement {
  const t = useText();
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'center' });
  }, []);
  const Icon = pass ? CircleCheck : RotateCcw;
  return (
    <section
      ref={place}
      aria-label={t('player.quiz.mark')}
      tabIndex={-1}
      className={`flex items-center gap-4 rounded-2xl p-5 ${pass ? 'bg-accent-tint text-accent-strong' : 'bg-amber-tint text-amber'}`}
    >
      <Icon aria-hidden className="size-8 shrink-0" />
      <div className="min-w-0">
        <p className="text-lg font-semibold">
          {t(pass ? 'player.quiz.passed' : 'player.quiz.failed', { score, percent: passPercent })}
        </p>
        <p>{t('player.quiz.count', { right, of })}</p>
      </div>
    </section>
  );
}
