import { playAuth, type Lesson } from '@lectern/marketplace-contract';
import { Download, FileDown } from 'lucide-react';
import { useRef, useState, type MouseEvent, type ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { callApi } from '../../../api/client.js';
import { failureText } from '../../../api/failure-text.js';
import { Button } from '../../../ui/button.js';
import { Card } from '../../../ui/card.js';
import { toastError } from '../../../ui/toast.js';
import { useProgress } from '../hooks/use-progress.js';
import type { LessonPlayerProps } from '../lesson-player.js';
import { sizeText } from '../../../lib/size-text.js';
import { LessonState } from './lesson-state.js';
import { Prose } from './prose.js';

/** A unit with a file; downloading it completes the unit. */
export function FileLesson({
  lesson: opened,
  onProgress,
}: LessonPlayerProps & { readonly lesson: Lesson }): ReactElement {
  const t = useText();
  const locale = useLocale();
  const [lesson, setLesson] = useState(opened);
  const [isBusy, setIsBusy] = useState(false);
  const isTaken = useRef(false);
  const look = () => ({ second: 0, watched: [], ended: isTaken.current });
  const { save, isDone, isCourseDone, isBehind } = useProgress(opened, look, onProgress);
  const { file } = lesson;

  const take = (): void => {
    isTaken.current = true;
    void save();
  };

  /** The page may have been open for longer than its link is good for. */
  const renew = async (): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const renewed = await callApi(playAuth, { unit_id: opened.unit_id }, { locale });
      setLesson(renewed);
      if (renewed.file === null) return;
      take();
      location.assign(renewed.file.url);
    } catch (error) {
      toastError(failureText(error, t));
    } finally {
      setIsBusy(false);
    }
  };

  const download = (event: MouseEvent): void => {
    if (Date.parse(lesson.expires_at) > Date.now()) return take();
    event.preventDefault();
    void renew();
  };

  const title = locale === 'en' && opened.title_en !== '' ? opened.title_en : opened.title_zh;
  return (
    <Card aria-label={title} className="grid gap-6">
      <LessonState {...{ title, isDone, isCourseDone, isBehind }} />
      {opened.body_html !== '' && <Prose html={opened.body_html} />}
      {file === null ? (
        <div className="grid justify-items-start gap-3">
          <p className="text-ink-soft">{t('player.file.none')}</p>
          <Button look="quiet" aria-disabled={isBusy} onClick={() => void renew()}>
            {t('ui.retry')}
          </Button>
        </div>
      ) : (
        <div className="flex max-w-prose flex-wrap items-center gap-4 rounded-2xl border border-line bg-paper p-4">
          <span className="grid size-12 shrink-0 place-items-center rounded-xl bg-accent-tint text-accent-strong">
            <FileDown aria-hidden className="size-6" />
          </span>
          <span className="min-w-0 grow basis-40">
            <span className="block font-medium break-all">{file.name}</span>
            <span className="text-sm text-ink-soft">{sizeText(file.size, locale)}</span>
          </span>
          <a
            href={file.url}
            download={file.name}
            onClick={download}
            className="inline-flex min-h-11 items-center gap-2 rounded-xl bg-accent px-5 py-2 font-medium text-on-accent hover:bg-accent-strong"
          >
            <Download aria-hidden className="size-5" />
            {t('player.file.download')}
            <span className="sr-only"> {file.name}</span>
          </a>
        </div>
      )}
    </Card>
  );
}
