import { useQuery } from '@tanstack/react-query';
import { LockKeyhole, LockKeyholeOpen } from 'lucide-react';
import type { ReactElement } from 'react';
import { paths } from '../../lib/site-map.js';
import { useText } from '../../i18n/use-text.js';
import { applicationQuery } from './api/mentor.js';
import { Badge } from '../../ui/badge.js';
import { LinkButton } from '../../ui/button.js';
import { PageSkeleton } from '../../ui/skeleton.js';
import { useMember } from '../session/index.js';

/** Explains which permission a mentor lacks, and how to apply for it. */
export function NotPermittedPage(): ReactElement {
  const t = useText();
  const { member } = useMember();
  const { data: application } = useQuery(applicationQuery());
  if (member === undefined) return <PageSkeleton />;
  const { provider_check_status: status } = member;
  const isExtending = application?.is_extending === true;
  const rights = [
    { id: 'provider', has: member.is_provider === 1 },
    { id: 'homework', has: member.is_homework === 1 },
  ] as const;
  const hasAll = rights.every(({ has }) => has);
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-6 py-10 text-center">
      <span className="grid size-16 place-items-center rounded-2xl bg-amber-tint text-amber">
        {hasAll ? <LockKeyholeOpen aria-hidden className="size-7" /> : <LockKeyhole aria-hidden className="size-7" />}
      </span>
      <div>
        <h1 className="text-2xl font-semibold sm:text-3xl">
          {t(hasAll ? 'mentor.notPermitted.all' : 'mentor.notPermitted.title')}
        </h1>
        <p className="mt-3 text-balance text-ink-soft">
          {hasAll
            ? t('mentor.notPermitted.all.text')
            : t(isExtending ? 'mentor.notPermitted.extending' : `mentor.notPermitted.${status}`)}
        </p>
      </div>
      <ul className="grid w-full gap-3 text-left">
        {rights.map(({ id, has }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-2xl border border-line bg-surface p-4"
          >
            <span className="min-w-0 grow basis-40">
              <span className="block font-medium">{t(`mentor.right.${id}`)}</span>
              <span className="block text-sm text-ink-soft">{t(`mentor.right.${id}.text`)}</span>
            </span>
            <Badge tone={has ? 'good' : 'warn'}>{t(has ? 'mentor.right.has' : 'mentor.right.lacks')}</Badge>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-center gap-3">
        {!hasAll && (
          <LinkButton to="/shenqing">
            {t(isExtending ? 'mentor.notPermitted.action.1' : `mentor.notPermitted.action.${status}`)}
          </LinkButton>
        )}
        <LinkButton look="quiet" to="/fankui">
          {t('mentor.support')}
        </LinkButton>
        <LinkButton look={hasAll ? 'solid' : 'quiet'} to={status === 2 ? '/teacher' : paths.home}>
          {t(status === 2 ? 'mentor.toStudio' : 'app.home')}
        </LinkButton>
      </div>
    </div>
  );
}
