import { FeedbackState, type MemberFilter } from '@lectern/marketplace-contract';
import { ID, oneOf, pageOf } from '../../../lib/query.js';

export const QUERY_MAX = 64;

/** The id of the course to review that an address names; undefined for the list. */
export function reviewIdOf(search: URLSearchParams): string | undefined {
  const id = search.get('id') ?? '';
  return ID.test(id) ? id : undefined;
}

export const CASE_STATES = ['open', 'closed'] as const;

/** The payment cases that an address asks for. */
export const casesAskedBy = (search: URLSearchParams) => ({
  state: oneOf(CASE_STATES, search.get('state'), 'open'),
  page: pageOf(search),
});

export const REPORT_STATES = [FeedbackState.Open, FeedbackState.Upheld, FeedbackState.Dismissed] as const;
export const FEEDBACK_STATES = [FeedbackState.Open, FeedbackState.Answered] as const;

/** The reports that an address asks for. */
export const reportsAskedBy = (search: URLSearchParams) => ({
  state: oneOf(REPORT_STATES, search.get('state'), FeedbackState.Open),
  page: pageOf(search),
});

/** The feedback that an address asks for. */
export const feedbackAskedBy = (search: URLSearchParams) => ({
  state: oneOf(FEEDBACK_STATES, search.get('state'), FeedbackState.Open),
  page: pageOf(search),
});

export const MEMBER_FILTERS: readonly MemberFilter[] = ['all', 'mentor', 'enterprise', 'staff', 'banned'];

/** The members that an address asks for. */
export const membersAskedBy = (search: URLSearchParams) => ({
  query: search.get('q') ?? '',
  filter: oneOf(MEMBER_FILTERS, search.get('filter'), 'all'),
  page: pageOf(search),
});

/** The entries of the audit log that an address asks for. */
export const logAskedBy = (search: URLSearchParams) => ({
  target: search.get('target') ?? '',
  query: (search.get('q') ?? '').slice(0, QUERY_MAX),
  decisions_only: search.get('all') !== '1',
  page: pageOf(search),
});
