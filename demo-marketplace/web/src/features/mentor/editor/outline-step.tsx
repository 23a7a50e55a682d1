import { CHAPTERS_MAX } from '@lectern/marketplace-contract';
import { BookOpen, Plus } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { Empty } from '../../../ui/empty.js';
import { ChapterEditor } from './chapter-editor.js';
import type { StepProps } from './editor.js';
import { LanguageSwitch, type TextLanguage } from './language-switch.js';
import { movedTo, replacedAt, restored, unitMovedTo, unitStep, type Removed, type UnitPlace } from './lists.js';
import { OutlineDrag, type OutlineMove, type OutlinePart } from './outline-drag.js';
import { RemovedBar } from './removed-bar.js';
import { UnitEditor } from './unit-editor.js';
import { newUid, type DraftChapter, type DraftUnit } from './use-draft.js';

const newUnit = (): DraftUnit => ({
  uid: newUid(),
  type: 'video',
  title: { zh: '', en: '' },
  media: '',
  body_html: '',
  preview: false,
});
const newChapter = (): DraftChapter => ({ uid: newUid(), title: { zh: '', en: '' }, units: [newUnit()] });

/** Chapters and their units, in the order in which they are learned. */
export function OutlineStep({ course, draft }: StepProps): ReactElement {
  const t = useText();
  const isEnglish = useLocale() === 'en';
  const [language, setLanguage] = useState<TextLanguage>(isEnglish ? 'en' : 'zh');
  const { chapters, removed, setChapters, setRemoved } = draft;
  const { is_locked: isLocked } = course;
  const [said, setSaid] = useState('');
  const stepped = useRef<string>(undefined);
  useEffect(() => {
    // The focus follows the moved part, on the button that was pressed; at either end of the list, on the opposite one.
    const [uid = '', way = ''] = stepped.current?.split(' ') ?? [];
    stepped.current = undefined;
    if (uid === '') return;
    const buttons = [way, way === 'up' ? 'down' : 'up'].map((one) => document.getElementById(`${uid}-${one}`));
    buttons.find((one) => one instanceof HTMLButtonElement && !one.disabled)?.focus();
  });

  const put = (index: number, change: Partial<DraftChapter>): void =>
    setChapters(replacedAt(chapters, index, (chapter) => ({ ...chapter, ...change })));
  const take = (one: Removed, left: readonly DraftChapter[]): void => {
    setRemoved([...removed, one]);
    setChapters(left);
  };
  const putUnit = (from: UnitPlace, to: UnitPlace): void => {
    const at = to.chapter === from.chapter && to.at > from.at ? to.at : to.at + 1;
    setChapters(unitMovedTo(chapters, from, to));
    setSaid(t('mentor.outline.moved', { number: `${to.chapter + 1}.${at}` }));
  };
  const putChapter = (from: number, at: number): void => {
    setChapters(movedTo(chapters, from, at));
    setSaid(t('mentor.outline.moved', { number: at > from ? at : at + 1 }));
  };
  const drop = ({ part, to }: OutlineMove): void => {
    if (part.kind === 'chapter') putChapter(part.at, to.at);
    else if (to.kind === 'unit') putUnit(part, to);
  };

  const titled = (label: string, { zh, en }: DraftUnit['title']): string =>
    [label, isEnglish ? en || zh : zh || en].filter(Boolean).join(' · ');
  const nameOf = (part: OutlinePart): string => {
    const chapter = chapters[part.kind === 'chapter' ? part.at : part.chapter];
    if (part.kind === 'chapter') {
      return titled(t('mentor.outline.chapter', { number: part.at + 1 }), chapter?.title ?? { zh: '', en: '' });
    }
    const number = `${part.chapter + 1}.${part.at + 1}`;
    return titled(t('mentor.outline.unit', { number }), chapter?.units[part.at]?.title ?? { zh: '', en: '' });
  };
  const last = removed.at(-1);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <LanguageSwitch value={language} onChange={setLanguage} />
      <output className="sr-only">{said}</output>
      {chapters.length === 0 && (
        <Empty icon={BookOpen} title={t('mentor.outline.none')} text={t('mentor.outline.none.text')}>
          <Button onClick={() => setChapters([newChapter()])}>{t('mentor.outline.addChapter')}</Button>
        </Empty>
      )}
      <OutlineDrag nameOf={nameOf} onMove={drop}>
        {chapters.map((chapter, index) => (
          <ChapterEditor
            key={chapter.uid}
            {...{ chapter, index, language, isLocked }}
            isLast={index === chapters.length - 1}
            onTitle={(title) => put(index, { title })}
            onMove={(by) => {
              stepped.current = `${chapter.uid} ${by === 1 ? 'down' : 'up'}`;
              putChapter(index, by === 1 ? index + 2 : index - 1);
            }}
            onRemove={() =>
              take(
                { kind: 'chapter', chapter, at: index },
                chapters.filter(({ uid }) => uid !== chapter.uid),
              )
            }
            onAddUnit={() => put(index, { units: [...chapter.units, newUnit()] })}
          >
            {chapter.units.map((unit, at) => {
              const place = { chapter: index, at };
              return (
                <UnitEditor
                  key={unit.uid}
                  {...{ unit, place, language, isLocked }}
                  file={draft.files[unit.media]}
                  isFirst={unitStep(chapters, place, -1) === undefined}
                  isLast={unitStep(chapters, place, 1) === undefined}
                  isLastOfChapter={at === chapter.units.length - 1}
                  onChange={(change) =>
                    put(index, { units: replacedAt(chapter.units, at, (one) => ({ ...one, ...change })) })
                  }
                  onMove={(by) => {
                    const to = unitStep(chapters, place, by);
                    stepped.current = `${unit.uid} ${by === 1 ? 'down' : 'up'}`;
                    if (to !== undefined) putUnit(place, to);
                  }}
                  onRemove={() =>
                    take(
                      { kind: 'unit', unit, chapterUid: chapter.uid, at },
                      replacedAt(chapters, index, (one) => ({
                        ...one,
                        units: one.units.filter(({ uid }) => uid !== unit.uid),
                      })),
                    )
                  }
                />
              );
            })}
          </ChapterEditor>
        ))}
      </OutlineDrag>
      {chapters.length > 0 && chapters.length < CHAPTERS_MAX && (
        <Button look="quiet" className="justify-self-start" onClick={() => setChapters([...chapters, newChapter()])}>
          <Plus aria-hidden className="size-5" />
          {t('mentor.outline.addChapter')}
        </Button>
      )}
      {last !== undefined && !isLocked && (
        <RemovedBar
          key={removed.length}
          text={titled(
            t(`mentor.outline.removed.${last.kind}`),
            last.kind === 'unit' ? last.unit.title : last.chapter.title,
          )}
          onUndo={() => {
            setChapters(
              chapters.length === 0 && last.kind === 'unit'
                ? [{ ...newChapter(), units: [last.unit] }]
                : restored(chapters, last),
            );
            setRemoved(removed.slice(0, -1));
          }}
          onClose={() => setRemoved([])}
        />
      )}
    </div>
  );
}
