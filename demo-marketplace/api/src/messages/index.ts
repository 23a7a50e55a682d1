/** Notifications of members, on the site and by e-mail. */
export { messageActions } from './actions.js';
export type { Named, NoticeKind } from './kinds.js';
export { DIGEST_JOB, digestJob, scheduleDigest } from './digest.js';
export { forgetNotices } from './news.js';
export { notify } from './notify.js';
export { stopMailPage, stopPath } from './stop-mail.js';
export { moneyText } from './texts.js';
