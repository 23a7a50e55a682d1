/** Notifications of members, on the site and by e-mail. */
export type { Named, NoticeKinds } from './kinds.js';
export { forgetNotices } from './news.js';
export { notifier } from './notify.js';
export { stopPath } from './stop-mail.js';
export { moneyText } from './texts.js';
