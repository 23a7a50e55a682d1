import { UnitType, type ManagedCourse } from '@lectern/marketplace-contract';
import { FileVideo } from 'lucide-react';
import type { ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { sizeText } from '../../../lib/size-text.js';
import type { TextLanguage } from '../editor/language-switch.js';
import { RichField } from '../editor/rich-field.js';
import type { DraftUnit } from '../editor/use-draft.js';
import { VideoPreview } from '../uploads/video-preview.js';
import { VideoField } from '../uploads/video-field.js';
import { CaptionsButton } from './captions-button.js';
import { FileField } from './file-field.js';
import { newQuiz } from './quiz-edit.js';
import { QuizField } from './quiz-field.js';

/** Matches the keys of videos. */
const IS_VIDEO = /\.(mp4|webm)$/;

export interface UnitContentProps {
  readonly unit: DraftUnit;
  readonly language: TextLanguage;
  /** Metadata of the unit's video or file; undefined until it is known. */
  readonly file: ManagedCourse['files'][string] | undefined;
  readonly isLocked: boolean;
  readonly onChange: (change: Partial<DraftUnit>) => void;
}

/** Changes the type of a unit. Content that the new type cannot show is kept, so that changing back restores it. */
export function asKind({ media, quiz }: DraftUnit, type: UnitType): Partial<DraftUnit> {
  const isFitting = media === '' || (type === UnitType.File ? !IS_VIDEO.test(media) : IS_VIDEO.test(media));
  const holdsFile = type === UnitType.Video || type === UnitType.File;
  return {
    type,
    ...(holdsFile && !isFitting && { media: '' }),
    ...(type === UnitType.Quiz && quiz === undefined && { quiz: newQuiz() }),
  };
}

/** The fields for the content of a unit, by its type. */
export function UnitContent(props: UnitContentProps): ReactElement {
  const { unit, language, isLocked, file, onChange } = props;
  const t = useText();
  const text = (label: string): ReactElement => (
    <RichField
      key={`${unit.uid} ${unit.type}`}
      label={label}
      html={unit.body_html}
      isDisabled={isLocked}
      onChange={(body_html) => onChange({ body_html })}
    />
  );
  if (unit.type === UnitType.Article) return text(t('mentor.unit.text'));
  if (unit.type === UnitType.Video) return <VideoContent {...props} />;
  return (
    <div className="grid gap-4">
      {text(t('mentor.unit.words'))}
      {unit.type === UnitType.File ? (
        <FileField media={unit.media} file={file} isLocked={isLocked} onUploaded={(media) => onChange({ media })} />
      ) : (
        <QuizField
          quiz={unit.quiz ?? newQuiz()}
          language={language}
          isLocked={isLocked}
          onChange={(quiz) => onChange({ quiz })}
        />
      )}
    </div>
  );
}

function VideoContent({ unit, file, isLocked, onChange }: UnitContentProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  return (
    <div className="grid gap-3">
      {unit.media !== '' && (
        <p className="flex items-center gap-2 text-sm">
          <FileVideo aria-hidden className="size-5 shrink-0 text-ink-soft" />
          <span className="min-w-0 break-all">
            {file === undefined
              ? unit.media
              : t('mentor.unit.file', { name: file.name, size: sizeText(file.size, locale) })}
          </span>
        </p>
      )}
      {file !== undefined && <VideoPreview key={file.url} name={file.name} source={file.url} seconds={file.seconds} />}
      <VideoField
        hasVideo={unit.media !== ''}
        upload={unit.upload ?? ''}
        isLocked={isLocked}
        onUpload={(upload) => onChange({ upload })}
      />
      {unit.media !== '' && <CaptionsButton media={unit.media} />}
    </div>
  );
}
