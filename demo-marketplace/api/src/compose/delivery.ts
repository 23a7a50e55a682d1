import { networkPort } from '../db/open-transaction.js';
import {
  DevelopmentInbox,
  smsCarrier,
  smtpMailer,
  type Channels,
  type Mailer,
  type SmsSender,
} from '../delivery/index.js';
import type { Core } from './core.js';

const MAIL_FROM = 'Lectern <no-reply@localhost>';

/** Mail and text messages. */
export interface Delivery {
  readonly inbox: DevelopmentInbox;
  readonly mailer: Mailer;
  readonly sms: SmsSender;
  readonly channels: Channels;
}

/** Builds the carriers of mail and text messages; the development inbox replaces those that are not configured. */
export function composeDelivery({ options, clock, isDemo }: Core): Delivery {
  const { smtpUrl, sms, mailFrom = MAIL_FROM } = options;
  const inbox = new DevelopmentInbox(clock);
  return {
    inbox,
    mailer: networkPort<Mailer>('mailer', smtpUrl === undefined ? inbox : smtpMailer(smtpUrl, mailFrom), ['sendMail']),
    sms: networkPort<SmsSender>('sms', sms === undefined ? inbox : smsCarrier(sms), ['sendSms']),
    // Without a demo the development inbox is not accessible, so it does not count as a channel.
    channels: { email: smtpUrl !== undefined || isDemo, mobile: sms !== undefined || isDemo },
  };
}
