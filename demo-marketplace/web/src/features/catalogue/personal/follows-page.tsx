import {
  FollowDirection,
  formatDate,
  type listFollows,
  type ResponseOf,
  UserType,
} from '@lectern/marketplace-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { Avatar } from '../../../ui/avatar.js';
import { LinkButton } from '../../../ui/button.js';
import { Empty } from '../../../ui/empty.js';
import { Tabs } from '../../../ui/tabs.js';
import { ChatButton } from '../../chat/index.js';
import { FollowButton } from '../components/follow-button.js';
import { PagedList } from '../components/paged-list.js';
import { PageHead } from '../components/page-head.js';
import { followsAskedBy } from './personal-queries.js';
import { coursePath, mentorPath } from '../lib/paths.js';
import { whenText } from '../lib/when.js';
import { followsQuery } from '../api/mentors.js';

type Person = ResponseOf<typeof listFollows>['list'][number];

/** Whom a member follows, and who follows them. */
export function FollowsPage(): ReactElement {
  const t = useText();
  const [parameters, setParameters] = useSearchParams();
  const asked = followsAskedBy(parameters);
  const { dir } = asked;
  const result = useQuery({
    ...followsQuery(asked),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid grid-cols-1 content-start gap-6">
      <PageHead title={t('route.myguanzhu')} />
      <Tabs
        label={t('route.myguanzhu')}
        tabs={Object.values(FollowDirection).map((id) => ({ id, label: t(`follows.tab.${id}`) }))}
        value={dir}
        onChange={(tab) => setParameters({ tab })}
      >
        <PagedList
          result={result}
          keyOf={({ id }) => id}
          hrefOf={(page) => `?${new URLSearchParams({ tab: dir, page: String(page) }).toString()}`}
          empty={
            <Empty icon={UserPlus} title={t(`follows.none.${dir}`)} text={t(`follows.none.${dir}.text`)}>
              {dir === FollowDirection.Following && <LinkButton to="/">{t('follows.find')}</LinkButton>}
            </Empty>
          }
        >
          {(person) => <Row person={person} />}
        </PagedList>
      </Tabs>
    </div>
  );
}

function Row({ person }: { readonly person: Person }): ReactElement {
  const t = useText();
  const [now] = useState(Date.now);
  const isMentor = person.courses > 0 || person.usertype === UserType.Mentor;
  return (
    <article className="flex flex-wrap items-center gap-4 rounded-2xl border border-line bg-surface p-4">
      <Avatar name={person.name} picture={person.headimg} className="size-14 text-lg" />
      <div className="min-w-0 grow basis-52">
        <h2 className="font-semibold">
          {isMentor ? (
            <Link to={mentorPath(person.id)} className="underline-offset-4 hover:underline">
              {person.name}
            </Link>
          ) : (
            person.name
          )}
        </h2>
        {person.intro !== '' && <p className="line-clamp-2 text-sm text-ink-soft">{person.intro}</p>}
        <p className="text-sm text-ink-soft">
          {isMentor && `${t('catalogue.courses', { count: person.courses })} · `}
          <span className="inline-block">{t('follows.since', { date: formatDate(Date.parse(person.since)) })}</span>
        </p>
        {person.latest !== null && (
          <p className="mt-1 text-sm">
            <span className="text-ink-soft">{t('follows.latest', { when: whenText(person.latest.at, now, t) })}</span>{' '}
            <Link to={coursePath(person.latest.id)} className="text-accent underline underline-offset-4">
              {person.latest.title}
            </Link>
          </p>
        )}
      </div>
      {person.hx_uid !== '' && <ChatButton isIcon memberId={person.id} name={person.name} />}
      <FollowButton memberId={person.id} name={person.name} isFollowed={person.followed} />
    </article>
  );
}
