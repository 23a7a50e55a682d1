import { GraduationCap } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { LinkButton } from '../../../ui/button.js';
import { useMember } from '../../session/index.js';

const APPROVED = 2;

/** Invites who teaches to do it here; who does so already is led to their side. */
export function MentorInvitation(): ReactElement {
  const t = useText();
  const { member } = useMember();
  const isMentor = member?.provider_check_status === APPROVED;
  return (
    <section
      aria-label={t('home.teach')}
      className="flex flex-wrap items-center justify-between gap-6 rounded-3xl border border-line bg-surface p-6 sm:p-8"
    >
      <div className="flex min-w-0 grow basis-80 items-start gap-4">
        <span className="grid size-12 shrink-0 place-items-center rounded-2xl bg-amber-tint text-amber">
          <GraduationCap aria-hidden className="size-6" />
        </span>
        <div>
          <h2 className="text-xl font-semibold">{t('home.teach')}</h2>
          <p className="mt-1 max-w-prose text-ink-soft">{t('home.teach.text')}</p>
        </div>
      </div>
      <LinkButton size="large" to={isMentor ? '/teacher' : '/shenqing'}>
        {t(isMentor ? 'home.teach.enter' : 'home.teach.apply')}
      </LinkButton>
    </section>
  );
}
