import { useState, type ReactElement } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { ComplaintForm } from './components/complaint-form.js';
import { FeedbackForm } from './components/feedback-form.js';
import { TicketList } from './components/ticket-list.js';
import { ticketsAskedBy } from './feedback-queries.js';
import { targetOf } from './lib/target.js';

/** The form for feedback to the operators of the site; with `?target=course:12`, for a report about that target. */
export function FeedbackPage(): ReactElement {
  const t = useText();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [sent, setSent] = useState(0);
  const target = targetOf(search);
  const asked = ticketsAskedBy(search);
  const onSent = (): void => {
    // After sending, the form is cleared and the ticket is the first in the list.
    setSent(sent + 1);
    if (search.size > 0) void navigate('/fankui');
  };
  return (
    <div className="grid grid-cols-1 max-w-3xl gap-8">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t('feedback.title')}</h1>
      {target === undefined ? (
        <FeedbackForm key={sent} onSent={onSent} />
      ) : (
        <ComplaintForm key={`${target.target_type}:${target.target_id}`} target={target} onSent={onSent} />
      )}
      <TicketList key={`${sent} ${asked.page}`} asked={asked} />
    </div>
  );
}
