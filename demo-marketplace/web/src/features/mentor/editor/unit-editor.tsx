import { COURSE_TITLE_MAX, UnitType, type ManagedCourse } from '@lectern/marketplace-contract';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { CheckField, SelectField, TextField } from '../../../ui/field.js';
import { asKind, UnitContent } from '../units/unit-content.js';
import { IconButton } from './icon-button.js';
import { LANGUAGE_TAGS, type TextLanguage } from './language-switch.js';
import type { UnitPlace } from './lists.js';
import { GAP_LINE, useDragPlace } from './outline-drag.js';
import type { DraftUnit } from './use-draft.js';

type FileFacts = ManagedCourse['files'][string];

export interface UnitEditorProps {
  readonly unit: DraftUnit;
  readonly place: UnitPlace;
  readonly language: TextLanguage;
  /** Metadata of the unit's video or file; undefined until it is known. */
  readonly file: FileFacts | undefined;
  readonly isLocked: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isLastOfChapter: boolean;
  readonly onChange: (change: Partial<DraftUnit>) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

const KINDS = Object.values(UnitType);

/** One lesson: a video, something to read, to answer, or to take along. */
export function UnitEditor(props: UnitEditorProps): ReactElement {
  const { unit, place, language, file, isLocked, isFirst, isLast, isLastOfChapter, onChange, onMove, onRemove } = props;
  const t = useText();
  const number = `${place.chapter + 1}.${place.at + 1}`;
  const {
    place: element,
    handle,
    isDragged,
    gap,
  } = useDragPlace(unit.uid, { kind: 'unit', ...place }, isLastOfChapter, isLocked);
  return (
    <li
      ref={element}
      data-gap={gap}
      className={`grid gap-4 rounded-xl border border-line bg-paper p-3 sm:p-4 ${GAP_LINE} ${isDragged ? 'opacity-50' : ''}`}
    >
      <div className="flex flex-wrap items-end gap-3">
        {handle}
        <div className="min-w-0 grow basis-48">
          <TextField
            label={t('mentor.outline.unit', { number })}
            lang={LANGUAGE_TAGS[language]}
            value={unit.title[language]}
            maxLength={COURSE_TITLE_MAX}
            onChange={(event) => onChange({ title: { ...unit.title, [language]: event.target.value } })}
          />
        </div>
        <div className="w-36">
          <SelectField
            label={t('mentor.unit.type')}
            value={unit.type}
            onChange={(event) => {
              const type = KINDS.find((one) => one === event.target.value);
              if (type !== undefined) onChange(asKind(unit, type));
            }}
          >
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`mentor.unit.kind.${kind}`)}
              </option>
            ))}
          </SelectField>
        </div>
        <span className="ml-auto flex">
          <IconButton
            id={`${unit.uid}-up`}
            icon={ArrowUp}
            label={t('mentor.outline.unitUp', { number })}
            isDisabled={isFirst}
            onClick={() => onMove(-1)}
          />
          <IconButton
            id={`${unit.uid}-down`}
            icon={ArrowDown}
            label={t('mentor.outline.unitDown', { number })}
            isDisabled={isLast}
            onClick={() => onMove(1)}
          />
          <IconButton icon={Trash2} label={t('mentor.outline.removeUnit', { number })} onClick={onRemove} />
        </span>
      </div>
      <UnitContent {...{ unit, language, file, isLocked, onChange }} />
      <CheckField checked={unit.preview} onChange={(event) => onChange({ preview: event.target.checked })}>
        {t('mentor.unit.preview')}
      </CheckField>
    </li>
  );
}
