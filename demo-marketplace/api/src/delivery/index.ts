/** Delivery of mail and text messages. */
export { DevelopmentInbox, type InboxEntry } from './inbox.js';
export { forgetDelivered, outboxWorker, enqueueMessage } from './outbox.js';
export type { Channels, Mail, Mailer, SmsSender } from './ports.js';
export { smsCarrier, type SmsOptions } from './sms.js';
export { smtpMailer } from './smtp.js';
