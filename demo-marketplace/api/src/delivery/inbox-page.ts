import { formatDateTime } from '@lectern/marketplace-contract';
import type { FastifyInstance } from 'fastify';
import { languageOf } from '../http/messages.js';
import { escapeHtml, page } from '../http/page.js';
import type { DevelopmentInbox, InboxEntry } from './inbox.js';

const TEXTS = {
  'zh-Hant': {
    title: '示範信箱',
    lead: '這個網站沒有設定寄送服務，所有電子郵件和簡訊都留在這裡。重新整理可看到新的訊息。',
    nothing: '還沒有寄出任何訊息。',
  },
  en: {
    title: 'Development inbox',
    lead: 'Mail and text messages that nothing is configured to send. Reload to see what is new.',
    nothing: 'Nothing has been sent yet.',
  },
} as const;

/** A sandboxed frame without scripts or navigation, as a mail client would show it. */
const framed = (html: string | undefined): string =>
  html === undefined
    ? ''
    : `<details><summary>HTML</summary><iframe sandbox title="HTML" srcdoc="${escapeHtml(html)}"></iframe></details>`;

const row = ({ kind, to, subject, text, at }: InboxEntry, html: string | undefined): string => `
  <article class="card">
    <header><strong>${escapeHtml(subject || kind)}</strong> <span>${escapeHtml(to)}</span>
      <time datetime="${new Date(at).toISOString()}">${formatDateTime(at)}</time></header>
    <pre>${escapeHtml(text)}</pre>${framed(html)}
  </article>`;

/** Adds the pages of the development inbox: `GET /dev/inbox`, and `/dev/inbox.json` for programs. */
export function inboxPage(app: FastifyInstance, inbox: DevelopmentInbox): void {
  app.get('/dev/inbox', ({ headers }, reply) => {
    const lang = languageOf(headers['accept-language']);
    const { title, lead, nothing } = TEXTS[lang];
    const rows = inbox.entries.map((entry) => row(entry, inbox.htmlOf(entry)));
    return page(reply, { title, lead, body: rows.join('') || `<p>${nothing}</p>`, lang });
  });
  app.get('/dev/inbox.json', (_request, reply) => reply.header('cache-control', 'no-store').send(inbox.entries));
}
