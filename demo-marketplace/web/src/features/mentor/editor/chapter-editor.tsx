import { COURSE_TITLE_MAX } from '@lectern/marketplace-contract';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { IconButton } from './icon-button.js';
import { LANGUAGE_TAGS, type TextLanguage } from './language-switch.js';
import { GAP_LINE, useDragPlace, useOutlineMove } from './outline-drag.js';
import type { DraftChapter } from './use-draft.js';

export interface ChapterEditorProps {
  readonly chapter: DraftChapter;
  readonly index: number;
  readonly language: TextLanguage;
  readonly isLocked: boolean;
  readonly isLast: boolean;
  readonly onTitle: (title: DraftChapter['title']) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
  readonly onAddUnit: () => void;
  /** Its units. */
  readonly children: ReactNode;
}

/** One chapter. */
export function ChapterEditor(props: ChapterEditorProps): ReactElement {
  const { chapter, index, language, isLocked, isLast, onTitle, onMove, onRemove, onAddUnit, children } = props;
  const t = useText();
  const number = index + 1;
  const { place, handle, isDragged, gap } = useDragPlace(chapter.uid, { kind: 'chapter', at: index }, isLast, isLocked);
  const to = useOutlineMove()?.to;
  const isTarget = to?.kind === 'unit' && to.chapter === index && chapter.units.length === 0;
  return (
    <section
      ref={place}
      aria-label={t('mentor.outline.chapter', { number })}
      data-gap={gap}
      className={`grid gap-4 rounded-2xl border bg-surface p-3 sm:p-5 ${GAP_LINE} ${isDragged ? 'opacity-50' : ''} ${isTarget ? 'border-accent' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-end gap-2">
        {handle}
        <div className="min-w-0 grow basis-52">
          <TextField
            label={t('mentor.outline.chapter', { number })}
            lang={LANGUAGE_TAGS[language]}
            value={chapter.title[language]}
            maxLength={COURSE_TITLE_MAX}
            onChange={(event) => onTitle({ ...chapter.title, [language]: event.target.value })}
          />
        </div>
        <span className="ml-auto flex">
          <IconButton
            id={`${chapter.uid}-up`}
            icon={ArrowUp}
            label={t('mentor.outline.chapterUp', { number })}
            isDisabled={index === 0}
            onClick={() => onMove(-1)}
          />
          <IconButton
            id={`${chapter.uid}-down`}
            icon={ArrowDown}
            label={t('mentor.outline.chapterDown', { number })}
            isDisabled={isLast}
            onClick={() => onMove(1)}
          />
          <IconButton icon={Trash2} label={t('mentor.outline.removeChapter', { number })} onClick={onRemove} />
        </span>
      </div>
      <ol className="grid gap-4 empty:hidden">{children}</ol>
      <Button look="quiet" className="justify-self-start" onClick={onAddUnit}>
        <Plus aria-hidden className="size-5" />
        {t('mentor.outline.addUnit')}
      </Button>
    </section>
  );
}
