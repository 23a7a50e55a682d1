import type { Lesson } from '@lectern/marketplace-contract';
import { useRef, useState, type ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { Card } from '../../../ui/card.js';
import { useProgress } from '../hooks/use-progress.js';
import type { LessonPlayerProps } from '../lesson-player.js';
import { LessonState } from './lesson-state.js';
import { Prose } from './prose.js';

/** A unit to read, with a button that marks it as done. */
export function ArticleLesson({
  lesson,
  onEnded,
  onProgress,
}: LessonPlayerProps & { readonly lesson: Lesson }): ReactElement {
  const t = useText();
  const locale = useLocale();
  const isRead = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const look = () => ({ second: 0, watched: [], ended: isRead.current });
  const { save, isDone, isCourseDone, isBehind } = useProgress(lesson, look, onProgress);

  const finish = async (): Promise<void> => {
    if (isBusy) return;
    isRead.current = true;
    setIsBusy(true);
    await save();
    setIsBusy(false);
    onEnded?.();
  };

  const title = locale === 'en' && lesson.title_en !== '' ? lesson.title_en : lesson.title_zh;
  return (
    <Card aria-label={title} className="grid gap-6">
      <LessonState {...{ title, isDone, isCourseDone, isBehind }} />
      <Prose html={lesson.body_html} />
      {lesson.keeps_progress && !isDone && (
        <Button className="justify-self-start" aria-disabled={isBusy} onClick={() => void finish()}>
          {t('player.read')}
        </Button>
      )}
    </Card>
  );
}
