import { formatDateTime, type ApplicationInfo } from '@lectern/marketplace-contract';
import { BadgeCheck, CircleAlert, Hourglass, type LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { Card } from '../../../ui/card.js';
import { useMember, useSessionActions } from '../../session/index.js';

function State({
  icon: Icon,
  title,
  text,
  children,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}): ReactElement {
  return (
    <Card aria-label={title} className="grid justify-items-start gap-4">
      <span className="grid size-14 place-items-center rounded-2xl bg-accent-tint text-accent-strong">
        <Icon aria-hidden className="size-7" />
      </span>
      <div>
        <h2 className="text-xl font-semibold">{title}</h2>
        <p className="mt-1 text-ink-soft">{text}</p>
      </div>
      {children}
    </Card>
  );
}

/** The time of the application, and the next step. */
export function Applying({ info }: { readonly info: ApplicationInfo }): ReactElement {
  const t = useText();
  const steps = ['mentor.applying.step.1', 'mentor.applying.step.2', 'mentor.applying.step.3'] as const;
  const at = info.submitted_at === null ? '' : formatDateTime(Date.parse(info.submitted_at));
  return (
    <State icon={Hourglass} title={t('mentor.applying.title')} text={t('mentor.applying.text', { at })}>
      <ol className="grid gap-3">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-sm font-medium"
            >
              {index + 1}
            </span>
            {t(step)}
          </li>
        ))}
      </ol>
    </State>
  );
}

/** A mentor who waits for a further permission. */
export function Extending({ info }: { readonly info: ApplicationInfo }): ReactElement {
  const t = useText();
  const at = info.submitted_at === null ? '' : formatDateTime(Date.parse(info.submitted_at));
  return (
    <State icon={Hourglass} title={t('mentor.extending.title')} text={t('mentor.extending.text', { at })}>
      <ToMentorSide />
    </State>
  );
}

/** Links to the mentor area, and to apply for a missing permission. */
export function Approved({
  info,
  onExtend,
}: {
  readonly info: ApplicationInfo;
  readonly onExtend: () => void;
}): ReactElement {
  const t = useText();
  const { member } = useMember();
  const isComplete = member?.is_provider === 1 && member.is_homework === 1;
  return (
    <State icon={BadgeCheck} title={t('mentor.approved.title')} text={t('mentor.approved.text')}>
      {info.reason !== '' && <Refusal reason={info.reason} />}
      <div className="flex flex-wrap gap-3">
        <ToMentorSide />
        {!isComplete && (
          <Button look="quiet" onClick={onExtend}>
            {t('mentor.approved.extend')}
          </Button>
        )}
      </div>
    </State>
  );
}

function ToMentorSide(): ReactElement {
  const t = useText();
  const { switchTo } = useSessionActions();
  return <Button onClick={() => void switchTo(2)}>{t('mentor.approved.enter')}</Button>;
}

/** Why it was not passed. */
export function Refusal({ reason }: { readonly reason: string }): ReactElement {
  const t = useText();
  return (
    <output className="flex gap-3 rounded-2xl bg-danger-tint p-4 text-danger-strong dark:text-ink">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <span className="min-w-0">
        <span className="block font-medium">{t('mentor.refusal')}</span>
        <span className="mt-1 block break-words whitespace-pre-line">{reason}</span>
      </span>
    </output>
  );
}
