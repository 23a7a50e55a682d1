import type { FastifyReply } from 'fastify';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  article { border-top: 1px solid #8886; padding: .75rem 0; }
  header span, header time, .quiet { opacity: .7; margin-inline-start: .75rem; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0; }
  code { font-size: .9em; }
  summary { cursor: pointer; }
  iframe { width: 100%; height: 32rem; border: 1px solid #8886; border-radius: .5rem; }
`;

interface PageParts {
  readonly title: string;
  readonly lead: string;
  /** HTML. */
  readonly body: string;
  readonly lang?: string;
}

/** Answers with a page of the server's own, for developers: no script, nothing from elsewhere. */
export const page = (reply: FastifyReply, { title, lead, body, lang = 'en' }: PageParts): FastifyReply =>
  reply
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    )
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${escapeHtml(title)}</title><style>${STYLE}</style>` +
        `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(lead)}</p><main>${body}</main></html>`,
    );
