import { joinFeatures } from './feature.js';
import { certificatesFeature } from './certificates/feature.js';
import { couponsFeature } from './coupons/feature.js';
import { coursesFeature } from './courses/feature.js';
import { crowdfundFeature } from './crowdfund/feature.js';
import { deliveryFeature } from './delivery/feature.js';
import { feedbackFeature } from './feedback/feature.js';
import { lessonsFeature } from './lessons/feature.js';
import { liveFeature } from './live/feature.js';
import { loginFeature } from './login/feature.js';
import { memberFeature } from './member/feature.js';
import { mentorFeature } from './mentor/feature.js';
import { messagesFeature } from './messages/feature.js';
import { officeFeature } from './office/feature.js';
import { ordersFeature } from './orders/feature.js';
import { pagesFeature } from './pages/feature.js';
import { paymentsFeature } from './payments/feature.js';
import { rtcFeature } from './rtc/feature.js';
import { shareFeature } from './share/feature.js';
import { siteFeature } from './site/feature.js';
import { uploadFeature } from './upload/feature.js';
import { walletFeature } from './wallet/feature.js';
import { housekeepingFeature } from './housekeeping.js';

/** Every feature of the API; each registers its actions, jobs, notices and pages itself. */
export const FEATURES = joinFeatures([
  certificatesFeature,
  couponsFeature,
  coursesFeature,
  crowdfundFeature,
  deliveryFeature,
  feedbackFeature,
  housekeepingFeature,
  lessonsFeature,
  liveFeature,
  loginFeature,
  memberFeature,
  mentorFeature,
  messagesFeature,
  officeFeature,
  ordersFeature,
  pagesFeature,
  paymentsFeature,
  rtcFeature,
  shareFeature,
  siteFeature,
  uploadFeature,
  walletFeature,
]);
