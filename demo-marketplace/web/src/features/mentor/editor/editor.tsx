import { recallCourse, submitCourse, type ManagedCourse } from '@lectern/marketplace-contract';
import { Eye } from 'lucide-react';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { ApiError, askApi } from '../../../api/client.js';
import { useApiClient } from '../../../api/use-api-client.js';
import { failureText } from '../../../api/failure-text.js';
import { oneOf, withQuery } from '../../../lib/query.js';
import { Button } from '../../../ui/button.js';
import { ListSkeleton } from '../../../ui/list-skeleton.js';
import { Tabs } from '../../../ui/tabs.js';
import { toastDone, toastError } from '../../../ui/toast.js';
import { Refusal } from '../components/application-state.js';
import { CourseStatus } from '../components/course-status.js';
import { useComingVideos } from '../uploads/use-coming-videos.js';
import { BasicsStep } from './basics-step.js';
import { faultsOf, messageOf, ownMessage, type FieldFaults } from './basics-faults.js';
import { NextStepBar } from './next-step-bar.js';
import { LockedBar } from './locked-bar.js';
import { SavingProblem } from './saving-problem.js';
import { SavingSign } from './saving-sign.js';
import { useDraft, type Draft } from './use-draft.js';
import { useSavedAgain } from './use-saved-again.js';

/** One of them is open; what drags chapters is large, too. */
const OutlineStep = lazy(async () => ({ default: (await import('./outline-step.js')).OutlineStep }));
const MediaStep = lazy(async () => ({ default: (await import('./media-step.js')).MediaStep }));
const PriceStep = lazy(async () => ({ default: (await import('./price-step.js')).PriceStep }));
const ReviewStep = lazy(async () => ({ default: (await import('./review-step.js')).ReviewStep }));

const STEPS = ['basics', 'outline', 'media', 'price', 'review'] as const;
export type Step = (typeof STEPS)[number];

/** The props of every step of the editor. */
export interface StepProps {
  readonly course: ManagedCourse;
  readonly draft: Draft;
  /** The error message of a field; undefined if it has none. */
  readonly errorOf: (field: string) => string | undefined;
}

/** Edits a course step by step; changes are saved automatically. */
export function Editor({
  course,
  onReload,
}: {
  readonly course: ManagedCourse;
  readonly onReload: () => void;
}): ReactElement {
  const t = useText();
  const locale = useLocale();
  const client = useApiClient();
  const draft = useDraft(course);
  useComingVideos(course, draft);
  const [search, setSearch] = useSearchParams();
  const [isBusy, setIsBusy] = useState(false);
  const step = oneOf(STEPS, search.get('step'), 'basics');
  const next = STEPS[STEPS.indexOf(step) + 1];
  const goTo = (id: Step, preventScrollReset: boolean): void => {
    void draft.flush();
    setSearch(withQuery(search, { step: id === 'basics' ? '' : id }), { preventScrollReset });
  };
  const { saving } = draft;
  useSavedAgain(saving);
  const refused = saving.state === 'failed' && saving.error instanceof ApiError ? saving.error.fields : {};
  const faults: FieldFaults = { ...refused, ...faultsOf(draft.basics) };
  const errorOf = (field: string): string | undefined => {
    const problem = faults[field];
    return problem === undefined ? undefined : t(messageOf(field, problem));
  };

  const move = async (action: typeof submitCourse): Promise<void> => {
    setIsBusy(true);
    try {
      if (!(await draft.flush())) return;
      const { msg } = await askApi(action, { id: course.id }, { locale });
      toastDone(msg);
      client.forgetAfterChange();
      onReload();
    } catch (error) {
      toastError(failureText(error, t));
    } finally {
      setIsBusy(false);
    }
  };

  const props: StepProps = { course, draft, errorOf };
  const savingProblem = (
    <SavingProblem saving={saving} messageOf={ownMessage} onReload={onReload} onRetry={draft.flush} />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CourseStatus course={course} />
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SavingSign saving={saving} />
          <PreviewButton draft={draft} />
        </span>
      </div>
      {course.refuse_reason !== '' && <Refusal reason={course.refuse_reason} />}
      {course.is_locked && (
        <LockedBar submittedAt={course.submitted_at} isBusy={isBusy} onRecall={() => void move(recallCourse)} />
      )}
      {course.status === 'approved' && !course.is_locked && (
        <p className="rounded-2xl bg-sunken p-4 text-ink-soft">{t('mentor.editor.live')}</p>
      )}
      {step !== 'review' && savingProblem}
      <Tabs
        label={t('mentor.editor.steps')}
        tabs={STEPS.map((id) => ({ id, label: t(`mentor.step.${id}`) }))}
        value={step}
        onChange={(id) => goTo(id, true)}
      >
        <fieldset disabled={course.is_locked} className="min-w-0">
          <Suspense fallback={<ListSkeleton rows={2} className="h-64" />}>
            {step === 'basics' && <BasicsStep {...props} />}
            {step === 'outline' && <OutlineStep {...props} />}
            {step === 'media' && <MediaStep {...props} />}
            {step === 'price' && <PriceStep {...props} />}
            {step === 'review' && (
              <ReviewStep
                {...props}
                isBusy={isBusy}
                faults={faults}
                problem={savingProblem}
                onSubmit={() => move(submitCourse)}
              />
            )}
          </Suspense>
        </fieldset>
        {next !== undefined && <NextStepBar name={t(`mentor.step.${next}`)} onNext={() => goTo(next, false)} />}
      </Tabs>
    </div>
  );
}

/** Opens a preview of the page, with the latest changes. */
function PreviewButton({ draft }: { readonly draft: Draft }): ReactElement {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const [isBusy, setIsBusy] = useState(false);
  const show = async (): Promise<void> => {
    setIsBusy(true);
    const isSaved = await draft.flush();
    setIsBusy(false);
    if (isSaved) setSearch(withQuery(search, { view: 'preview' }));
    else toastError(t('mentor.preview.unsaved'));
  };
  return (
    <Button look="quiet" disabled={isBusy} onClick={() => void show()}>
      <Eye aria-hidden className="size-5" />
      {t('mentor.preview')}
    </Button>
  );
}
