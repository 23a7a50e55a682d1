import { decideMentor, type WaitingMentor } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Badge } from '../../../ui/badge.js';
import { Decision } from '../components/decision.js';
import { DescriptionList } from '../components/description-list.js';
import { OfficeCard } from '../components/office-card.js';
import { OfficeList } from '../components/office-list.js';
import { Person } from '../components/person.js';
import type { SectionProps } from '../lib/section-props.js';
import { officeLink } from '../lib/sections.js';
import { verdicts } from '../lib/verdict.js';
import { waitingMentorsQuery } from '../api/office.js';

/** The pending applications of mentors. */
export function MentorsSection({ page, onDecided }: SectionProps): ReactElement {
  const t = useText();
  const result = useQuery(waitingMentorsQuery({ page }));
  const done = (): void => {
    void result.refetch();
    onDecided();
  };
  return (
    <OfficeList
      label={t('office.mentors')}
      result={result}
      hrefOf={(to) => officeLink('mentors', { page: to })}
      empty={{ icon: BadgeCheck, title: t('office.empty'), text: t('office.mentors.empty') }}
    >
      {(waiting) => <Application waiting={waiting} onDone={done} />}
    </OfficeList>
  );
}

function Application({
  waiting: { id, member, application },
  onDone,
}: {
  readonly waiting: WaitingMentor;
  readonly onDone: () => void;
}): ReactElement {
  const t = useText();
  const { form, urls, is_extending, submitted_at } = application;
  return (
    <OfficeCard
      title={<Person member={member} />}
      at={submitted_at}
      badges={
        <>
          {is_extending && <Badge>{t('office.mentors.extending')}</Badge>}
          {form.want.map((wish) => (
            <Badge key={wish} tone="good">
              {t(`office.mentors.want.${wish}`)}
            </Badge>
          ))}
        </>
      }
      actions={
        <Decision action={decideMentor} onDone={onDone} choices={verdicts(t, 'mentors', id, { name: member.name })} />
      }
    >
      <div className="flex flex-wrap gap-5">
        {form.photo !== '' && (
          <img
            src={urls[form.photo]}
            alt={t('office.mentors.photo')}
            className="size-32 shrink-0 rounded-xl bg-sunken object-cover"
          />
        )}
        <div className="min-w-0 grow basis-72">
          <DescriptionList
            facts={[
              { label: t('office.mentors.realName'), value: form.real_name },
              { label: t('office.mentors.idCard'), value: form.id_card },
              { label: t('office.mentors.area'), value: form.area },
              { label: t('office.mentors.subjects'), value: form.subjects.join(t('office.comma')) },
              { label: t('office.mentors.intro'), value: form.intro },
              { label: t('office.mentors.education'), value: form.education.join('\n') },
              { label: t('office.mentors.experience'), value: form.experience.join('\n') },
            ]}
          />
        </div>
      </div>
      {form.credentials.length > 0 && (
        <ul aria-label={t('office.mentors.credentials')} className="flex flex-wrap gap-4">
          {form.credentials.map(({ title, key }) => (
            <li key={`${title} ${key}`} className="w-36 text-sm">
              {key !== '' && (
                <a href={urls[key]} target="_blank" rel="noreferrer" className="mb-1 block rounded-lg">
                  <img src={urls[key]} alt={title} className="h-24 w-full rounded-lg bg-sunken object-cover" />
                </a>
              )}
              <span className="break-words">{title}</span>
            </li>
          ))}
        </ul>
      )}
      {form.clip !== '' && (
        // Mentors upload their introduction without captions.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          src={urls[form.clip]}
          controls
          preload="metadata"
          aria-label={t('office.mentors.clip')}
          className="max-h-72 w-full max-w-lg rounded-xl bg-black"
        />
      )}
    </OfficeCard>
  );
}
