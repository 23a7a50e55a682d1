import { joinActions } from './action.js';
import { ANNOUNCEMENTS_ACTIONS } from './announcements.js';
import { CATALOGUE_ACTIONS } from './catalogue.js';
import { CERTIFICATES_ACTIONS } from './certificates.js';
import { CLASSROOM_ACTIONS } from './classroom.js';
import { COUPONS_ACTIONS } from './coupons.js';
import { COURSE_DASHBOARD_ACTIONS } from './course-dashboard.js';
import { CAPTIONS_ACTIONS } from './captions.js';
import { COURSE_MANAGE_ACTIONS } from './course-manage.js';
import { COURSES_ACTIONS } from './courses.js';
import { CROWDFUND_ACTIONS } from './crowdfund.js';
import { EXPORT_ACTIONS } from './export-data.js';
import { FEEDBACK_ACTIONS } from './feedback.js';
import { INVOICES_ACTIONS } from './invoices.js';
import { LESSONS_ACTIONS } from './lessons.js';
import { LIVE_MANAGE_ACTIONS } from './live-manage.js';
import { LIVE_CLASSROOM_ACTIONS } from './live-classroom.js';
import { LIVES_ACTIONS } from './lives.js';
import { LOGIN_ACTIONS } from './login.js';
import { MEMBER_ACTIONS } from './member.js';
import { MENTOR_ACTIONS } from './mentor.js';
import { MENTORS_ACTIONS } from './mentors.js';
import { MESSAGES_ACTIONS } from './messages.js';
import { OFFICE_ACTIONS } from './office.js';
import { ORDERS_ACTIONS } from './orders.js';
import { PAY_PASSWORD_ACTIONS } from './pay-password.js';
import { PAYMENT_CASES_ACTIONS } from './payment-cases.js';
import { PAYMENTS_ACTIONS } from './payments.js';
import { PROOF_ACTIONS } from './proof.js';
import { QUIZZES_ACTIONS } from './quizzes.js';
import { REVIEWS_ACTIONS } from './reviews.js';
import { SHARE_ACTIONS } from './share.js';
import { SITE_ACTIONS } from './site.js';
import { UPLOAD_ACTIONS } from './upload.js';
import { WALLET_ACTIONS } from './wallet.js';

/** All actions. The API refuses to start unless it implements exactly these. */
export const ACTIONS = /* @__PURE__ */ joinActions([
  CLASSROOM_ACTIONS,
  LOGIN_ACTIONS,
  MEMBER_ACTIONS,
  EXPORT_ACTIONS,
  PROOF_ACTIONS,
  MESSAGES_ACTIONS,
  UPLOAD_ACTIONS,
  SITE_ACTIONS,
  FEEDBACK_ACTIONS,
  OFFICE_ACTIONS,
  PAYMENT_CASES_ACTIONS,
  SHARE_ACTIONS,
  ORDERS_ACTIONS,
  INVOICES_ACTIONS,
  PAYMENTS_ACTIONS,
  WALLET_ACTIONS,
  PAY_PASSWORD_ACTIONS,
  COUPONS_ACTIONS,
  CATALOGUE_ACTIONS,
  COURSES_ACTIONS,
  CROWDFUND_ACTIONS,
  REVIEWS_ACTIONS,
  MENTORS_ACTIONS,
  MENTOR_ACTIONS,
  CAPTIONS_ACTIONS,
  COURSE_MANAGE_ACTIONS,
  COURSE_DASHBOARD_ACTIONS,
  ANNOUNCEMENTS_ACTIONS,
  LESSONS_ACTIONS,
  QUIZZES_ACTIONS,
  CERTIFICATES_ACTIONS,
  LIVES_ACTIONS,
  LIVE_CLASSROOM_ACTIONS,
  LIVE_MANAGE_ACTIONS,
]);
