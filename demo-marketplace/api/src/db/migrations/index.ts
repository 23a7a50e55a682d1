import { ANNOUNCEMENTS } from './announcements.js';
import { CAMPAIGNS } from './campaigns.js';
import { CAMPAIGN_PRODUCTION } from './campaign-production.js';
import { CATALOGUE } from './catalogue.js';
import { COURSE_DESK } from './course-desk.js';
import { CODE_REQUESTERS } from './code-requesters.js';
import { COURSES } from './courses.js';
import { DIGESTS } from './digests.js';
import { FEEDBACK } from './feedback.js';
import { GUESTS } from './guests.js';
import { INVOICES } from './invoices.js';
import { LEDGER } from './ledger.js';
import { LESSONS } from './lessons.js';
import { LISTING } from './listing.js';
import { MACHINERY } from './machinery.js';
import { MEMBERS } from './members.js';
import { MENTORS } from './mentors.js';
import { MESSAGES } from './messages.js';
import { MONEY } from './money.js';
import { VOLUME } from './volume.js';
import { WITHDRAWAL_FEE } from './withdrawal-fee.js';
import { WATCH_CREDIT } from './watch-credit.js';
import { UPLOADS } from './uploads.js';
import { UPLOADS_IN_PROGRESS } from './uploads-in-progress.js';
import { PAY_PASSWORD } from './pay-password.js';
import { PAYMENT_CASES } from './payment-cases.js';
import { QUIZZES } from './quizzes.js';
import { REFUND_TRANSFERS } from './refund-transfers.js';
import { REPORTS } from './reports.js';
import { SEATS } from './seats.js';
import { SECRETS } from './secrets.js';

/** One change of the schema; applied once, in order, each in its own transaction. Never edited once released. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-members', sql: MEMBERS },
  { name: '0002-machinery', sql: MACHINERY },
  { name: '0003-ledger', sql: LEDGER },
  { name: '0004-courses', sql: COURSES },
  { name: '0005-catalogue', sql: CATALOGUE },
  { name: '0006-lessons', sql: LESSONS },
  { name: '0007-money', sql: MONEY },
  { name: '0008-feedback', sql: FEEDBACK },
  { name: '0008-mentors', sql: MENTORS },
  { name: '0009-pay-password', sql: PAY_PASSWORD },
  { name: '0010-announcements', sql: ANNOUNCEMENTS },
  { name: '0011-reports', sql: REPORTS },
  { name: '0012-messages', sql: MESSAGES },
  { name: '0012-campaigns', sql: CAMPAIGNS },
  { name: '0012-course-desk', sql: COURSE_DESK },
  { name: '0013-uploads', sql: UPLOADS },
  { name: '0016-withdrawal-fee', sql: WITHDRAWAL_FEE },
  { name: '0017-payment-cases', sql: PAYMENT_CASES },
  { name: '0018-invoices', sql: INVOICES },
  { name: '0019-quizzes', sql: QUIZZES },
  { name: '0020-digests', sql: DIGESTS },
  { name: '0021-seats', sql: SEATS },
  { name: '0022-volume', sql: VOLUME },
  { name: '0023-listing', sql: LISTING },
  { name: '0024-uploads-in-progress', sql: UPLOADS_IN_PROGRESS },
  { name: '0025-campaign-production', sql: CAMPAIGN_PRODUCTION },
  { name: '0026-refund-transfers', sql: REFUND_TRANSFERS },
  { name: '0027-watch-credit', sql: WATCH_CREDIT },
  { name: '0028-code-requesters', sql: CODE_REQUESTERS },
  { name: '0029-guests', sql: GUESTS },
  { name: '0030-secrets', sql: SECRETS },
];
