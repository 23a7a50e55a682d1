import { type StudioOverview, type StudioTodo } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { RoutePath } from '../../lib/site-map.js';
import { useText } from '../../i18n/use-text.js';
import { failureText } from '../../api/failure-text.js';
import { formatMoney } from '../../lib/money.js';
import { studioQuery } from './api/mentor.js';
import { Badge } from '../../ui/badge.js';
import { Button, LinkButton } from '../../ui/button.js';
import { Failed } from '../../ui/failed.js';
import { Section } from '../../ui/section.js';
import { PageSkeleton } from '../../ui/skeleton.js';
import { useApiClient } from '../../api/use-api-client.js';
import { useSessionActions } from '../session/index.js';
import { Income } from './components/income.js';
import { MentorSide } from './components/mentor-side.js';
import { ProfileForm } from './components/profile-form.js';

/** The mentor's start page: statistics, open tasks and the public profile. */
export function StudioPage(): ReactElement {
  const t = useText();
  return (
    <div className="grid max-w-4xl gap-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t('route.teacher')}</h1>
      <MentorSide>
        <StudioOverviewCards />
      </MentorSide>
    </div>
  );
}

function StudioOverviewCards(): ReactElement {
  const t = useText();
  const { switchTo } = useSessionActions();
  const client = useApiClient();
  const result = useQuery(studioQuery());
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  if (result.isPending) return <PageSkeleton />;
  const { data } = result;
  return (
    <>
      <div className="-mt-2 flex flex-wrap items-center justify-between gap-3">
        <span className="flex flex-wrap gap-2">
          {data.is_provider && <Badge tone="good">{t('mentor.right.provider')}</Badge>}
          {data.is_homework && <Badge tone="good">{t('mentor.right.homework')}</Badge>}
        </span>
        <span className="flex flex-wrap gap-2">
          <LinkButton look="quiet" to={`/daoshi?id=${data.id}`}>
            {t('mentor.studio.preview')}
          </LinkButton>
          <Button look="quiet" onClick={() => void switchTo(1)}>
            {t('menu.toLearner')}
          </Button>
        </span>
      </div>
      <Numbers numbers={data.numbers} />
      <Income months={data.income} />
      {data.todo.length > 0 && <Todo items={data.todo} />}
      <ProfileForm
        profile={data.profile}
        onSaved={(profile) => client.setQueryData(studioQuery().queryKey, { ...data, profile })}
      />
    </>
  );
}

function Numbers({ numbers }: { readonly numbers: StudioOverview['numbers'] }): ReactElement {
  const t = useText();
  const shown: readonly (readonly [label: string, value: string, note: string, to: RoutePath])[] = [
    [
      t('mentor.studio.balance'),
      formatMoney(numbers.balance_cents),
      t('mentor.studio.frozen', { amount: formatMoney(numbers.frozen_cents) }),
      '/t_qianbao',
    ],
    [
      t('mentor.studio.learners'),
      String(numbers.learners),
      t('mentor.studio.newLearners', { count: numbers.new_learners }),
      '/t_mingdan',
    ],
    [
      t('mentor.studio.courses'),
      String(numbers.courses),
      t('mentor.studio.pending', { count: numbers.pending }),
      '/t_kecheng',
    ],
    [
      t('mentor.studio.rating'),
      numbers.ratings === 0 ? '–' : numbers.rating.toFixed(1),
      t('mentor.studio.ratings', { count: numbers.ratings }),
      '/t_kecheng',
    ],
  ];
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {shown.map(([label, value, note, to]) => (
        <li key={label}>
          <Link
            to={to}
            className="block h-full rounded-2xl border border-line bg-surface p-4 transition-colors hover:border-line-strong"
          >
            <span className="block text-sm text-ink-soft">{label}</span>
            <span className="mt-1 block text-xl font-semibold break-words tabular-nums sm:text-2xl">{value}</span>
            <span className="mt-1 block text-sm text-ink-soft">{note}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const WAYS: Readonly<Record<StudioTodo, string>> = {
  headimg: '/user-info',
  clip: '#profile',
  'first-course': '/t_kecheng_add',
  'refused-course': '/t_kecheng?tab=refused',
  'draft-course': '/t_kecheng?tab=draft',
};

function Todo({ items }: { readonly items: readonly StudioTodo[] }): ReactElement {
  const t = useText();
  return (
    <Section title={t('mentor.studio.todo')}>
      <ul className="-my-2 divide-y divide-line">
        {items.map((item) => (
          <li key={item}>
            <Link to={WAYS[item]} className="flex items-center justify-between gap-3 py-3 hover:text-accent-strong">
              {t(`mentor.studio.todo.${item}`)}
              <ArrowRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
