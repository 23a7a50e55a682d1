import { banMember, UserType, type MemberFilter, type OfficeMember } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { Search, UserX } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { Avatar } from '../../../ui/avatar.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { SelectField, TextField } from '../../../ui/field.js';
import { useMember } from '../../session/index.js';
import { Decision } from '../components/decision.js';
import { OfficeList } from '../components/office-list.js';
import type { SectionProps } from '../lib/section-props.js';
import { officeLink } from '../lib/sections.js';
import { membersQuery } from '../api/office.js';
import { MEMBER_FILTERS, membersAskedBy } from '../lib/asked.js';

/** Looks members up, bans them and takes bans back. */
export function MembersSection({ search, onDecided }: SectionProps): ReactElement {
  const t = useText();
  const asked = membersAskedBy(search);
  const { query, filter } = asked;
  const result = useQuery(membersQuery(asked));
  const done = (): void => {
    void result.refetch();
    onDecided();
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <SearchForm query={query} filter={filter} />
      <OfficeList
        label={t('office.members')}
        result={result}
        hrefOf={(to) => officeLink('members', { q: query, filter: filter === 'all' ? '' : filter, page: to })}
        empty={{ icon: UserX, title: t('office.members.empty'), text: t('office.members.empty.text') }}
      >
        {(member) => <MemberCard member={member} onDone={done} />}
      </OfficeList>
    </div>
  );
}

function SearchForm({ query, filter }: { readonly query: string; readonly filter: MemberFilter }): ReactElement {
  const t = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(query);
  const go = (q: string, kind: string): void =>
    void navigate(officeLink('members', { q: q.trim(), filter: kind === 'all' ? '' : kind }));
  return (
    <search>
      <form
        className="grid grid-cols-1 items-end gap-4 sm:grid-cols-[minmax(0,1fr)_12rem_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          go(typed, filter);
        }}
      >
        <TextField
          type="search"
          label={t('office.members.query')}
          placeholder={t('office.members.query.hint')}
          maxLength={254}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <SelectField
          label={t('office.members.filter')}
          value={filter}
          onChange={({ target }) => go(typed, target.value)}
        >
          {MEMBER_FILTERS.map((one) => (
            <option key={one} value={one}>
              {t(`office.members.filter.${one}`)}
            </option>
          ))}
        </SelectField>
        <Button type="submit">
          <Search aria-hidden className="size-5" />
          {t('office.members.search')}
        </Button>
      </form>
    </search>
  );
}

const TYPES = {
  [UserType.Visitor]: 'menu.learner',
  [UserType.Learner]: 'office.member.learner',
  [UserType.Mentor]: 'menu.mentor',
  [UserType.Enterprise]: 'menu.enterprise',
} as const;

function MemberCard({ member, onDone }: { readonly member: OfficeMember; readonly onDone: () => void }): ReactElement {
  const t = useText();
  const isMe = useMember().member?.id === member.id;
  const isBanned = member.is_banned === 1;
  const { id, name, email, mobile } = member;
  const accounts = [email, mobile].filter((one) => one !== '');
  return (
    <article className="grid grid-cols-1 gap-3 rounded-2xl border border-line bg-surface p-4 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_7rem_auto] md:items-center md:gap-5 md:py-2.5">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar name={name} picture={member.headimg} className="size-11" />
        <div className="min-w-0">
          <h2 className="truncate font-medium">{name}</h2>
          <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft tabular-nums">
            #{id}
            <Badge>{t(TYPES[member.usertype])}</Badge>
            {member.provider_check_status === 2 && member.usertype === UserType.Learner && (
              <Badge>{t('menu.mentor')}</Badge>
            )}
            {member.is_staff === 1 && <Badge tone="good">{t('office.member.staff')}</Badge>}
            {isBanned && <Badge tone="bad">{t('office.member.banned')}</Badge>}
          </p>
        </div>
      </div>
      <p className="min-w-0 text-sm break-words text-ink-soft empty:hidden md:empty:block">
        {accounts.join(' · ')}
        {isBanned && <span className="block">{t('office.member.banned.why', { reason: member.ban_reason })}</span>}
      </p>
      <p className="text-sm text-ink-soft tabular-nums">
        <span className="md:sr-only">{t('office.member.since')} </span>
        <time dateTime={member.created_at} className="whitespace-nowrap">
          {member.created_at.slice(0, 10)}
        </time>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3 md:justify-end">
        <Link
          to={officeLink('log', { target: `member:${id}`, all: 1 })}
          className="inline-flex min-h-11 items-center rounded-lg font-medium text-accent underline underline-offset-4"
        >
          {t('office.member.history')}
        </Link>
        {isMe ? (
          <span className="text-sm text-ink-soft">{t('office.member.you')}</span>
        ) : (
          <Decision
            action={banMember}
            onDone={onDone}
            choices={[
              isBanned
                ? {
                    id: 'unban',
                    label: t('office.unban'),
                    body: () => ({ id, ban: false }),
                    words: {
                      title: t('office.unban.title', { name }),
                      text: t('office.unban.text'),
                      confirm: t('office.unban'),
                      look: 'solid',
                    },
                  }
                : {
                    id: 'ban',
                    label: t('office.ban'),
                    body: (reason) => ({ id, ban: true, reason }),
                    words: {
                      title: t('office.ban.title', { name }),
                      text: t('office.ban.text'),
                      confirm: t('office.ban'),
                      look: 'danger',
                      reason: { label: t('office.reason'), hint: t('office.ban.reason.hint'), isRequired: true },
                    },
                  },
            ]}
          />
        )}
      </div>
    </article>
  );
}
