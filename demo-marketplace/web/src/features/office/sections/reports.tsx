import {
  FeedbackState,
  handleReport,
  hideContent,
  replyFeedback,
  type OfficeFeedback,
  type OfficeReport,
} from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { Flag, MessageSquareText } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useText, type Text } from '../../../i18n/use-text.js';
import { Badge } from '../../../ui/badge.js';
import { Decision } from '../components/decision.js';
import { DescriptionList } from '../components/description-list.js';
import { OfficeCard } from '../components/office-card.js';
import { OfficeList } from '../components/office-list.js';
import { Person } from '../components/person.js';
import { StateFilter } from '../components/state-filter.js';
import type { SectionProps } from '../lib/section-props.js';
import { officeLink, type OfficeSection } from '../lib/sections.js';
import { allFeedbackQuery, reportsQuery } from '../api/office.js';
import { FEEDBACK_STATES, feedbackAskedBy, REPORT_STATES, reportsAskedBy } from '../lib/asked.js';

const linkOf = (section: OfficeSection, state: FeedbackState, page?: number): string =>
  officeLink(section, { state: state === FeedbackState.Open ? '' : state, page });

const emptyTitle = (t: Text, state: FeedbackState): string =>
  t(state === FeedbackState.Open ? 'office.empty' : 'office.empty.decided');

/** Complaints about what members put here. */
export function ReportsSection({ search, onDecided }: SectionProps): ReactElement {
  const t = useText();
  const asked = reportsAskedBy(search);
  const { state } = asked;
  const result = useQuery(reportsQuery(asked));
  const done = (): void => {
    void result.refetch();
    onDecided();
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <StateFilter states={REPORT_STATES} current={state} hrefOf={(one) => linkOf('reports', one)} />
      <OfficeList
        label={t('office.reports')}
        result={result}
        hrefOf={(to) => linkOf('reports', state, to)}
        empty={{ icon: Flag, title: emptyTitle(t, state), text: t('office.reports.empty') }}
      >
        {(report) => <ReportCard report={report} onDone={done} />}
      </OfficeList>
    </div>
  );
}

/** The feedback of members. */
export function FeedbackSection({ search, onDecided }: SectionProps): ReactElement {
  const t = useText();
  const asked = feedbackAskedBy(search);
  const { state } = asked;
  const result = useQuery(allFeedbackQuery(asked));
  const done = (): void => {
    void result.refetch();
    onDecided();
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <StateFilter states={FEEDBACK_STATES} current={state} hrefOf={(one) => linkOf('feedback', one)} />
      <OfficeList
        label={t('office.feedback')}
        result={result}
        hrefOf={(to) => linkOf('feedback', state, to)}
        empty={{ icon: MessageSquareText, title: emptyTitle(t, state), text: t('office.feedback.empty') }}
      >
        {(feedback) => (
          <OfficeCard
            title={<Person member={feedback.member} />}
            at={feedback.created_at}
            badges={<Badge>{t(`feedback.type.${feedback.type}`)}</Badge>}
            actions={
              feedback.state === FeedbackState.Open && (
                <Decision
                  action={replyFeedback}
                  onDone={done}
                  choices={[
                    {
                      id: 'reply',
                      label: t('office.reply'),
                      body: (reply) => ({ id: feedback.id, reply }),
                      words: {
                        title: t('office.reply.title', { name: feedback.member.name }),
                        text: t('office.reply.text'),
                        confirm: t('office.reply.send'),
                        look: 'solid',
                        reason: { label: t('office.reply.label'), hint: t('office.reply.hint'), isRequired: true },
                      },
                    },
                  ]}
                />
              )
            }
          >
            <Written written={feedback} />
          </OfficeCard>
        )}
      </OfficeList>
    </div>
  );
}

function ReportCard({ report, onDone }: { readonly report: OfficeReport; readonly onDone: () => void }): ReactElement {
  const t = useText();
  const { id, target, state, said } = report;
  const reason = (isRequired: boolean) => ({
    label: isRequired ? t('office.reason') : t('office.note'),
    hint: t('office.reports.reason.hint'),
    isRequired,
  });
  return (
    <OfficeCard
      title={
        <h2 className="font-medium">
          {target && (
            <Link to={placeOf(report)} className="rounded underline underline-offset-4">
              {t(`feedback.target.${target.type}`)}
              {t('feedback.colon')}
              {target.title || t('feedback.target.gone')}
            </Link>
          )}
        </h2>
      }
      at={report.created_at}
      badges={state !== FeedbackState.Open && <Badge>{t(`feedback.state.${state}`)}</Badge>}
      actions={
        state === FeedbackState.Open && (
          <Decision
            action={handleReport}
            onDone={onDone}
            choices={[
              ...(said?.can_hide === true && !said.is_hidden
                ? [
                    {
                      id: 'hide',
                      label: t('office.hide'),
                      body: (words: string) => ({ id, pass: true, hide: true, reason: words }),
                      words: {
                        title: t('office.hide.title'),
                        text: t('office.hide.text'),
                        confirm: t('office.hide'),
                        look: 'solid' as const,
                        reason: { ...reason(true), hint: t('office.hide.reason.hint') },
                      },
                    },
                  ]
                : []),
              {
                id: 'uphold',
                label: t('office.uphold'),
                body: (words) => ({ id, pass: true, reason: words }),
                words: {
                  title: t('office.uphold.title'),
                  text: t('office.uphold.text'),
                  confirm: t('office.uphold'),
                  look: 'solid',
                  reason: reason(false),
                },
              },
              {
                id: 'dismiss',
                label: t('office.dismiss'),
                body: (words) => ({ id, pass: false, reason: words }),
                words: {
                  title: t('office.dismiss.title'),
                  text: t('office.dismiss.text'),
                  confirm: t('office.dismiss'),
                  look: 'danger',
                  reason: reason(true),
                },
              },
            ]}
          />
        )
      }
    >
      <div>
        <p className="text-sm text-ink-soft">{t('office.reports.by')}</p>
        <Person member={report.member} />
      </div>
      <Written written={report} />
      {said !== null && <SaidBox report={report} said={said} onDone={onDone} />}
    </OfficeCard>
  );
}

/** The page with the reported content. */
const placeOf = ({ target }: OfficeReport): string => target?.link || '/admin';

/** The reported content and whether it is visible; a decided report can be reopened. */
function SaidBox({
  report: { state, target },
  said,
  onDone,
}: {
  readonly report: OfficeReport;
  readonly said: NonNullable<OfficeReport['said']>;
  readonly onDone: () => void;
}): ReactElement {
  const t = useText();
  const id = target?.id ?? '';
  const type = target?.type ?? 'course';
  return (
    <section aria-label={t('office.said')} className="grid grid-cols-1 gap-3 rounded-xl bg-sunken p-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <Person member={said.writer} />
        {said.is_hidden && <Badge tone="warn">{t('office.said.hidden')}</Badge>}
      </header>
      <blockquote className="break-words whitespace-pre-wrap">{said.content}</blockquote>
      {said.can_hide && state !== FeedbackState.Open && (
        <Decision
          action={hideContent}
          isAside
          onDone={onDone}
          choices={[
            said.is_hidden
              ? {
                  id: 'restore',
                  label: t('office.restore'),
                  body: () => ({ type, id, hide: false }),
                  words: {
                    title: t('office.restore.title'),
                    text: t('office.restore.text'),
                    confirm: t('office.restore'),
                    look: 'solid',
                  },
                }
              : {
                  id: 'hide',
                  label: t('office.hide.only'),
                  body: (reason) => ({ type, id, hide: true, reason }),
                  words: {
                    title: t('office.hide.title'),
                    text: t('office.hide.only.text'),
                    confirm: t('office.hide.only'),
                    look: 'danger',
                    reason: { label: t('office.reason'), hint: t('office.hide.reason.hint'), isRequired: true },
                  },
                },
          ]}
        />
      )}
    </section>
  );
}

function Written({ written }: { readonly written: OfficeFeedback }): ReactElement {
  const t = useText();
  const { content, image, contact, diag, reply } = written;
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="break-words whitespace-pre-wrap">{content}</p>
      {image !== '' && (
        <a href={image} target="_blank" rel="noreferrer" className="justify-self-start rounded-lg">
          <img
            src={image}
            alt={t('feedback.image.alt')}
            className="max-h-48 max-w-full rounded-lg bg-sunken object-contain"
          />
        </a>
      )}
      <DescriptionList
        facts={[
          { label: t('office.feedback.contact'), value: contact },
          { label: t('office.feedback.diag'), value: diag },
          { label: t('feedback.reply'), value: reply },
        ]}
      />
    </div>
  );
}
