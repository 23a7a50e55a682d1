import { COURSE_IMAGES_MAX, UploadType } from '@lectern/marketplace-contract';
import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Badge } from '../../../ui/badge.js';
import { Section } from '../../../ui/section.js';
import { ClipField } from '../components/clip-field.js';
import { FilePicker } from '../components/file-picker.js';
import type { StepProps } from './editor.js';
import { IconButton } from './icon-button.js';
import { movedBy } from './lists.js';

/** At most three images, the first of them the cover, and an introductory video. */
export function MediaStep({ course, draft, errorOf }: StepProps): ReactElement {
  const t = useText();
  const { basics, files, setBasics, keepFile } = draft;
  const { images } = basics;
  const [refusal, setRefusal] = useState<string>();
  const fill = { seconds: 0, size: 0 };
  return (
    <div className="grid gap-6">
      <Section title={t('mentor.images')} text={t('mentor.images.hint', { max: COURSE_IMAGES_MAX })}>
        {images.length > 0 && (
          <ul className="grid gap-4 sm:grid-cols-3">
            {images.map((key, index) => (
              <li key={key} className="grid content-start gap-2">
                <img
                  src={files[key]?.url ?? ''}
                  alt={t('mentor.images.one', { number: index + 1 })}
                  className="aspect-video w-full rounded-xl border border-line object-cover"
                />
                <span className="flex flex-wrap items-center justify-between gap-1">
                  {index === 0 ? <Badge tone="good">{t('mentor.images.cover')}</Badge> : <span />}
                  <span className="flex">
                    <IconButton
                      icon={ArrowLeft}
                      label={t('mentor.images.earlier', { number: index + 1 })}
                      isDisabled={index === 0}
                      onClick={() => setBasics({ images: movedBy(images, index, -1) })}
                    />
                    <IconButton
                      icon={ArrowRight}
                      label={t('mentor.images.later', { number: index + 1 })}
                      isDisabled={index === images.length - 1}
                      onClick={() => setBasics({ images: movedBy(images, index, 1) })}
                    />
                    <IconButton
                      icon={Trash2}
                      label={t('mentor.images.remove', { number: index + 1 })}
                      onClick={() => {
                        setRefusal(undefined);
                        setBasics({ images: images.filter((one) => one !== key) });
                      }}
                    />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
        <FilePicker
          type={UploadType.Image}
          label={t('mentor.images.add')}
          isDisabled={course.is_locked}
          refusal={refusal ?? errorOf('images')}
          mayPick={() => {
            const isFull = images.length >= COURSE_IMAGES_MAX;
            setRefusal(isFull ? t('mentor.images.tooMany', { max: COURSE_IMAGES_MAX }) : undefined);
            return !isFull;
          }}
          onUploaded={({ key, url, name }) => {
            keepFile(key, { ...fill, url, name });
            setBasics({ images: [...images, key] });
          }}
        />
      </Section>
      <Section title={t('mentor.media.clip')}>
        <ClipField
          url={files[basics.clip]?.url ?? ''}
          isDisabled={course.is_locked}
          onChange={({ key, url }) => {
            if (key !== '') keepFile(key, { ...fill, url, name: '' });
            setBasics({ clip: key });
          }}
        />
      </Section>
    </div>
  );
}
