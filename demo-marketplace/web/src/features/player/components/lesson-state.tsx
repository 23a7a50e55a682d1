import { Award, CircleCheck, CloudOff } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Badge } from '../../../ui/badge.js';
import { LinkButton } from '../../../ui/button.js';

export interface LessonStateProps {
  readonly title: string;
  readonly isDone: boolean;
  /** With this unit, the course was done. */
  readonly isCourseDone: boolean;
  /** The server does not know yet. */
  readonly isBehind: boolean;
}

/** The title of a unit and the member's progress in it. */
export function LessonState({ title, isDone, isCourseDone, isBehind }: LessonStateProps): ReactElement {
  const t = useText();
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl font-semibold">{title}</h2>
        <output className="flex flex-wrap items-center gap-3 empty:hidden">
          {isDone && (
            <Badge tone="good">
              <CircleCheck aria-hidden className="mr-1.5 size-4" />
              {t('player.done')}
            </Badge>
          )}
          {isBehind && (
            <Badge tone="warn">
              <CloudOff aria-hidden className="mr-1.5 size-4" />
              {t('player.behind')}
            </Badge>
          )}
        </output>
      </div>
      {isCourseDone && (
        <div className="flex flex-wrap items-center gap-4 rounded-2xl bg-accent-tint p-5 text-accent-strong">
          <Award aria-hidden className="size-8 shrink-0" />
          <p className="min-w-0 grow basis-60 font-medium">{t('player.courseDone')}</p>
          <LinkButton to="/myzhengshu">{t('player.courseDone.open')}</LinkButton>
        </div>
      )}
    </div>
  );
}
