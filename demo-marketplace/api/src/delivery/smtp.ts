import { createTransport } from 'nodemailer';
import type { Mail, Mailer } from './ports.js';

const TIMEOUT_MS = 10_000;

/** Creates a mailer for SMTP; `url` as `smtps://user:password@host:465`. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async sendMail({ to, subject, text, html, stopUrl }: Mail) {
      // RFC 8058 one-click unsubscribe.
      const headers =
        stopUrl === undefined
          ? {}
          : { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
      const mail = { from, to, subject, text, html, headers };
      await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true });
    },
    close: () => transport.close(),
  };
}
