import { formatDateTime } from '@lectern/marketplace-contract';
import type { FastifyInstance } from 'fastify';
import { escapeHtml, page } from '../http/page.js';
import type { DevelopmentInbox, InboxEntry } from './inbox.js';

/** As mail programs show it: without scripts, and with no way out. */
const framed = (html: string | undefined): string =>
  html === undefined
    ? ''
    : `<details><summary>HTML</summary><iframe sandbox title="HTML" srcdoc="${escapeHtml(html)}"></iframe></details>`;

const row = ({ kind, to, subject, text, at }: InboxEntry, html: string | undefined): string => `
  <article>
    <header><strong>${escapeHtml(subject || kind)}</strong> <span>${escapeHtml(to)}</span>
      <time datetime="${new Date(at).toISOString()}">${formatDateTime(at)}</time></header>
    <pre>${escapeHtml(text)}</pre>${framed(html)}
  </article>`;

/** Shows the development inbox: `GET /dev/inbox`, and `/dev/inbox.json` for programs. */
export function inboxPage(app: FastifyInstance, inbox: DevelopmentInbox): void {
  app.get('/dev/inbox', (_request, reply) =>
    page(reply, {
      title: 'Development inbox',
      lead: 'Mail and text messages that nothing is configured to send. Reload to see what is new.',
      body:
        inbox.entries.map((entry) => row(entry, inbox.htmlOf(entry))).join('') || '<p>Nothing has been sent yet.</p>',
    }),
  );
  app.get('/dev/inbox.json', (_request, reply) => reply.header('cache-control', 'no-store').send(inbox.entries));
}
