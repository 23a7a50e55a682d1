import { recallLive, submitLive, type ManagedLive } from '@lectern/marketplace-contract';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiError, askApi } from '../../../../api/client.js';
import { failureText } from '../../../../api/failure-text.js';
import { useApiClient } from '../../../../api/use-api-client.js';
import { useLocale, useText } from '../../../../i18n/use-text.js';
import { livePath } from '../../../../lib/item-pages.js';
import { oneOf, withQuery } from '../../../../lib/query.js';
import { useFaultFocus } from '../../../../lib/use-fault-focus.js';
import { ListSkeleton } from '../../../../ui/list-skeleton.js';
import { Tabs } from '../../../../ui/tabs.js';
import { toastDone, toastError } from '../../../../ui/toast.js';
import { Refusal } from '../../components/application-state.js';
import { LockedBar } from '../../editor/locked-bar.js';
import { NextStepBar } from '../../editor/next-step-bar.js';
import { SavingProblem } from '../../editor/saving-problem.js';
import { SavingSign } from '../../editor/saving-sign.js';
import { useSavedAgain } from '../../editor/use-saved-again.js';
import { LiveStatus } from '../live-status.js';
import { BasicsStep } from './basics-step.js';
import {
  firstFault,
  messageOf,
  ownMessage,
  ruleFaults,
  schemaFaults,
  stepOf,
  STEPS,
  type FieldFaults,
  type Step,
} from './live-faults.js';
import type { StepProps } from './step-props.js';
import { useLiveDraft } from './use-live-draft.js';

/** One of them is open, at first none. */
const TimelineStep = lazy(async () => ({ default: (await import('./timeline-step.js')).TimelineStep }));
const PackagesStep = lazy(async () => ({ default: (await import('./packages-step.js')).PackagesStep }));
const ReviewStep = lazy(async () => ({ default: (await import('./review-step.js')).ReviewStep }));

export interface LiveEditorProps {
  readonly live: ManagedLive;
  readonly onReload: () => void;
}

/** The step in the address, and the way to another one. */
function useStep() {
  const [search, setSearch] = useSearchParams();
  const step = oneOf(STEPS, search.get('step'), 'basics');
  const goTo = (to: Step, preventScrollReset: boolean): void =>
    setSearch(withQuery(search, { step: to === 'basics' ? '' : to }), { preventScrollReset });
  return { step, goTo };
}

/** Focuses the first fault of a step once the step is shown. */
function useFaultOf(step: Step) {
  const panel = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<Step>(undefined);
  const showFault = useFaultFocus();
  const onShown = (): void => {
    if (wanted.current !== step || panel.current === null) return;
    wanted.current = undefined;
    showFault(panel.current);
  };
  return { panel, onShown, focusOn: (to: Step) => void (wanted.current = to) };
}

/** Calls back once what is beside it is shown, which may have to be loaded before. */
function OnShown({ onShown }: { readonly onShown: () => void }): null {
  const call = useEffectEvent(onShown);
  useEffect(() => call(), []);
  return null;
}

/** Edits a class or activity step by step; changes are saved automatically. */
export function LiveEditor({ live, onReload }: LiveEditorProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const client = useApiClient();
  const draft = useLiveDraft(live);
  const { step, goTo } = useStep();
  const { panel, onShown, focusOn } = useFaultOf(step);
  const [isBusy, setIsBusy] = useState(false);
  const [now, setNow] = useState(() => Date.now());
  /** Rules are shown at their fields once the mentor tried to submit. */
  const [isChecked, setIsChecked] = useState(false);
  const { document, saving } = draft;
  useSavedAgain(saving);
  const isEditable = live.status === 'draft' || live.status === 'refused';
  const refused = saving.state === 'failed' && saving.error instanceof ApiError ? saving.error.fields : {};
  const invalid: FieldFaults = { ...refused, ...schemaFaults(document) };
  const rules = ruleFaults(document, now);
  const errorOf: StepProps['errorOf'] = (...fields) => {
    const field = fields.find((one) => invalid[one] !== undefined);
    const problem = field === undefined ? undefined : invalid[field];
    if (field !== undefined && problem !== undefined) return t(messageOf(field, problem));
    const todo = isChecked ? fields.map((one) => rules.get(one)).find((one) => one !== undefined) : undefined;
    return todo === undefined ? undefined : t(`plan.fault.${todo}`);
  };

  const move = async (action: typeof submitLive): Promise<void> => {
    setIsBusy(true);
    try {
      if (!(await draft.flush())) return;
      const { msg } = await askApi(action, { id: live.id }, { locale });
      toastDone(msg);
      client.forgetAfterChange();
      onReload();
    } catch (error) {
      toastError(failureText(error, t));
    } finally {
      setIsBusy(false);
    }
  };
  const submit = async (): Promise<void> => {
    const at = Date.now();
    const fault = firstFault([...Object.keys(invalid), ...ruleFaults(document, at).keys()]);
    setNow(at);
    if (fault === undefined) return move(submitLive);
    setIsChecked(true);
    focusOn(stepOf(fault));
    goTo(stepOf(fault), true);
    return undefined;
  };

  const props: StepProps = { id: live.id, draft, isLocked: !isEditable, errorOf };
  const savingProblem = (
    <SavingProblem saving={saving} messageOf={ownMessage} onReload={onReload} onRetry={draft.flush} />
  );
  const next = STEPS[STEPS.indexOf(step) + 1];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <LiveStatus status={live.status} />
        {isEditable && <SavingSign saving={saving} />}
      </div>
      {live.refuse_reason !== '' && <Refusal reason={live.refuse_reason} />}
      {live.status === 'pending' && (
        <LockedBar submittedAt={live.submitted_at} isBusy={isBusy} onRecall={() => void move(recallLive)} />
      )}
      {(live.status === 'approved' || live.status === 'paused') && (
        <p className="rounded-2xl bg-sunken p-4 text-ink-soft">
          {t('plan.published')}{' '}
          <Link to={livePath(live.id)} className="font-medium text-accent underline">
            {t('plan.view')}
          </Link>
        </p>
      )}
      {step !== 'review' && savingProblem}
      <Tabs
        label={t('mentor.editor.steps')}
        tabs={STEPS.map((id) => ({ id, label: t(`plan.step.${id}`) }))}
        value={step}
        onChange={(id) => {
          void draft.flush();
          goTo(id, true);
        }}
      >
        <fieldset ref={panel} disabled={!isEditable} className="min-w-0">
          <Suspense fallback={<ListSkeleton rows={2} className="h-64" />}>
            {step === 'basics' && <BasicsStep {...props} />}
            {step === 'timeline' && <TimelineStep {...props} />}
            {step === 'packages' && <PackagesStep {...props} />}
            {step === 'review' && (
              <ReviewStep {...props} {...{ isBusy, invalid, rules }} problem={savingProblem} onSubmit={submit} />
            )}
            <OnShown key={step} onShown={onShown} />
          </Suspense>
        </fieldset>
        {next !== undefined && (
          <NextStepBar
            name={t(`plan.step.${next}`)}
            onNext={() => {
              void draft.flush();
              goTo(next, false);
            }}
          />
        )}
      </Tabs>
    </div>
  );
}
