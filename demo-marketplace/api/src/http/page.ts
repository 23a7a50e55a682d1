import type { FastifyReply } from 'fastify';
import { PAGE_STYLE } from './page-style.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const LOGO =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#17694f"/>' +
  '<path d="M8 10.5h16l-2 8.5H10z" fill="#fff"/><path d="M14.5 19h3v5H21v1.8H11V24h3.5z" fill="#f2b84b"/></svg>';

interface PageParts {
  readonly title: string;
  readonly lead: string;
  /** HTML. */
  readonly body: string;
  readonly lang?: 'en' | 'zh-Hant';
  /** Width of a form instead of a list. */
  readonly isNarrow?: boolean;
}

/** Sends a server-rendered page without scripts or remote content. */
export const page = (reply: FastifyReply, { title, lead, body, lang = 'en', isNarrow = false }: PageParts) =>
  reply
    .header('content-security-policy', POLICY)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="robots" content="noindex">` +
        '<meta name="viewport" content="width=device-width, initial-scale=1">' +
        `<title>${escapeHtml(title)}</title><style>${PAGE_STYLE}</style><body${isNarrow ? ' class="narrow"' : ''}>` +
        `<header class="bar"><nav><a href="/">${LOGO}${lang === 'en' ? 'Lectern' : '講台'}</a></nav></header>` +
        `<main class="sheet"><h1>${escapeHtml(title)}</h1><p class="lead">${escapeHtml(lead)}</p>${body}</main></html>`,
    );
