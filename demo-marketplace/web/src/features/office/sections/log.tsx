import { formatDateTime, type AuditRow } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { CheckField, SelectField, TextField } from '../../../ui/field.js';
import { OfficeList } from '../components/office-list.js';
import { Person } from '../components/person.js';
import { AUDIT_KINDS, auditDetails, targetsOf, targetText } from '../lib/audit-details.js';
import { auditWord } from '../lib/audit-words.js';
import type { SectionProps } from '../lib/section-props.js';
import { officeLink } from '../lib/sections.js';
import { auditQuery } from '../api/office.js';
import { logAskedBy, QUERY_MAX } from '../lib/asked.js';

/** The audit log, the newest entry first; only decisions of the back office unless all entries are requested. */
export function LogSection({ search }: SectionProps): ReactElement {
  const t = useText();
  const asked = logAskedBy(search);
  const { target, query } = asked;
  const isAll = !asked.decisions_only;
  const result = useQuery(auditQuery(asked));
  return (
    <div className="grid grid-cols-1 gap-6">
      <Filter target={target} query={query} isAll={isAll} />
      <OfficeList
        label={t('office.log')}
        result={result}
        hrefOf={(to) => officeLink('log', { target, q: query, all: isAll ? 1 : '', page: to })}
        empty={{ icon: ScrollText, title: t('office.log.empty'), text: t('office.log.empty.text') }}
      >
        {(row) => <Entry row={row} />}
      </OfficeList>
    </div>
  );
}

function Filter({
  target,
  query,
  isAll,
}: {
  readonly target: string;
  readonly query: string;
  readonly isAll: boolean;
}): ReactElement {
  const t = useText();
  const navigate = useNavigate();
  const [before = '', number = ''] = target.split(':');
  const [typed, setTyped] = useState({ kind: AUDIT_KINDS.find((one) => one === before) ?? '', number, query });
  const go = (all: boolean, { kind, number: no, query: words } = typed): void =>
    void navigate(
      officeLink('log', {
        target: kind === '' ? '' : `${kind}:${no.trim()}`,
        q: words.trim(),
        all: all ? 1 : '',
      }),
    );
  return (
    <search>
      <form
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          go(isAll);
        }}
      >
        <div className="grid grid-cols-2 items-end gap-4 sm:grid-cols-[minmax(0,1fr)_10rem_8rem_auto]">
          <div className="col-span-2 sm:col-span-1">
            <TextField
              type="search"
              label={t('office.log.query')}
              placeholder={t('office.log.query.hint')}
              maxLength={QUERY_MAX}
              value={typed.query}
              onChange={({ currentTarget }) => setTyped({ ...typed, query: currentTarget.value })}
            />
          </div>
          <SelectField
            label={t('office.log.kind')}
            value={typed.kind}
            onChange={({ currentTarget }) => {
              const kind = AUDIT_KINDS.find((one) => one === currentTarget.value) ?? '';
              const next = { ...typed, kind, ...(kind === '' && { number: '' }) };
              setTyped(next);
              go(isAll, next);
            }}
          >
            <option value="">{t('office.log.kind.all')}</option>
            {AUDIT_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`office.log.kind.${kind}`)}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t('office.log.number')}
            inputMode="numeric"
            maxLength={40}
            disabled={typed.kind === ''}
            value={typed.number}
            onChange={({ currentTarget }) => setTyped({ ...typed, number: currentTarget.value })}
          />
          <Button type="submit" className="col-span-2 sm:col-span-1">
            {t('office.log.search')}
          </Button>
        </div>
        <CheckField checked={isAll} onChange={({ currentTarget }) => go(currentTarget.checked)}>
          {t('office.log.all')}
        </CheckField>
      </form>
    </search>
  );
}

function Entry({ row }: { readonly row: AuditRow }): ReactElement {
  const t = useText();
  const word = auditWord(row.action);
  const { reason } = row.details;
  const facts = auditDetails(t, row.details);
  return (
    <article className="grid grid-cols-1 gap-2 rounded-2xl border border-line bg-surface px-5 py-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-medium">{word === undefined ? row.action : t(word)}</h2>
        {targetsOf(row.target, row.details).map((target) => (
          <Link key={target} to={officeLink('log', { target, all: 1 })} className="rounded-full">
            <Badge>{targetText(t, target)}</Badge>
          </Link>
        ))}
        <time dateTime={row.at} className="basis-full text-sm text-ink-soft tabular-nums sm:ml-auto sm:basis-auto">
          {formatDateTime(Date.parse(row.at))}
        </time>
      </header>
      {typeof reason === 'string' && <p className="break-words whitespace-pre-wrap">{reason}</p>}
      {facts.length > 0 && <p className="text-sm break-words text-ink-soft">{facts.join(' · ')}</p>}
      <footer className="flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
        {row.actor === null ? t('office.log.visitor') : <Person member={row.actor} />}
        <span className="tabular-nums">{row.ip}</span>
      </footer>
    </article>
  );
}
