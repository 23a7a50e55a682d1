import { addReview, REVIEW_IMAGES_MAX, REVIEW_MAX, type Review } from '@lectern/marketplace-contract';
import { Star } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useCall } from '../../../api/use-call.js';
import { toastDone } from '../../../ui/toast.js';
import { PictureField, type Picture } from '../components/picture-field.js';
import { Pictures } from '../components/pictures.js';
import { TextForm } from '../components/text-form.js';

const STARS = [1, 2, 3, 4, 5] as const;

export interface ReviewFormProps {
  readonly courseId: string;
  /** The caller's earlier review. */
  readonly own: Review | null;
  readonly onSaved: () => void;
}

/** Says something of a course, or something else than before. */
export function ReviewForm({ courseId, own, onSaved }: ReviewFormProps): ReactElement {
  const t = useText();
  const [star, setStar] = useState<(typeof STARS)[number] | undefined>(own?.star);
  const [isStarMissing, setIsStarMissing] = useState(false);
  const [pictures, setPictures] = useState<readonly Picture[]>([]);
  const [isWithout, setIsWithout] = useState(false);
  const { isBusy, problem, call } = useCall(addReview);
  const former = own?.images ?? [];
  const send = async (content: string): Promise<boolean> => {
    setIsStarMissing(star === undefined);
    if (star === undefined) return false;
    const images = pictures.map(({ key }) => key);
    const isChanged = images.length > 0 || isWithout;
    if ((await call({ course_id: courseId, star, content, ...(isChanged && { images }) })) === undefined) return false;
    toastDone(t('review.saved'));
    onSaved();
    return true;
  };
  return (
    <div className="grid gap-4 rounded-xl border border-line p-4">
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">{t('review.star')}</legend>
        <div className="flex">
          {STARS.map((one) => (
            <label
              key={one}
              className="cursor-pointer rounded-lg p-1 has-focus-visible:outline-2 has-focus-visible:outline-ring"
            >
              <input
                type="radio"
                name="star"
                className="sr-only"
                checked={star === one}
                onChange={() => setStar(one)}
                aria-label={t('catalogue.stars', { count: one })}
              />
              <Star
                aria-hidden
                className={`size-7 ${star !== undefined && one <= star ? 'fill-[#f2b84b] text-[#f2b84b]' : 'text-line-strong'}`}
              />
            </label>
          ))}
        </div>
        {isStarMissing && star === undefined && (
          <p role="alert" className="mt-1.5 text-sm text-danger">
            {t('review.star.missing')}
          </p>
        )}
      </fieldset>
      <TextForm
        label={t('review.content')}
        keepAs={`review ${courseId}`}
        submit={t('review.send')}
        maxLength={REVIEW_MAX}
        initial={own?.content ?? ''}
        isBusy={isBusy}
        problem={problem}
        onSend={send}
      >
        {former.length > 0 && pictures.length === 0 && !isWithout && (
          <div className="flex flex-wrap items-center gap-3">
            <Pictures images={former} />
            <button
              type="button"
              onClick={() => setIsWithout(true)}
              className="min-h-11 rounded-lg px-2 text-sm text-ink-soft underline"
            >
              {t('review.images.remove')}
            </button>
          </div>
        )}
        <PictureField pictures={pictures} max={REVIEW_IMAGES_MAX} onChange={setPictures} />
      </TextForm>
    </div>
  );
}
