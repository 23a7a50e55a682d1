import { useQuery } from '@tanstack/react-query';
import { CalendarCheck2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Badge } from '../../../ui/badge.js';
import { LinkButton } from '../../../ui/button.js';
import { waitingLivesQuery } from '../api/office.js';
import { OfficeCard } from '../components/office-card.js';
import { OfficeList } from '../components/office-list.js';
import { Person } from '../components/person.js';
import { reviewIdOf } from '../lib/asked.js';
import type { SectionProps } from '../lib/section-props.js';
import { officeLink } from '../lib/sections.js';
import { LiveReview } from './live-review.js';

/** Live classes and activities submitted for approval; with an id in the address, one of them in full. */
export function LivesSection(props: SectionProps): ReactElement {
  const id = reviewIdOf(props.search);
  return id === undefined ? <WaitingLives page={props.page} /> : <LiveReview id={id} onDecided={props.onDecided} />;
}

function WaitingLives({ page }: { readonly page: number }): ReactElement {
  const t = useText();
  const result = useQuery(waitingLivesQuery({ page }));
  return (
    <OfficeList
      label={t('office.lives')}
      result={result}
      hrefOf={(to) => officeLink('lives', { page: to })}
      empty={{ icon: CalendarCheck2, title: t('office.empty'), text: t('office.lives.empty') }}
    >
      {(live) => (
        <OfficeCard
          title={<h2 className="text-lg font-medium break-words">{live.title}</h2>}
          at={live.submitted_at}
          badges={<Badge>{t(`live.kind.${live.kind}`)}</Badge>}
          actions={
            <div className="flex items-center justify-between gap-3">
              <div className="min-w-0">
                <Person member={live.mentor} />
              </div>
              <LinkButton to={officeLink('lives', { id: live.id })} className="shrink-0">
                {t('office.lives.look')}
              </LinkButton>
            </div>
          }
        />
      )}
    </OfficeList>
  );
}
