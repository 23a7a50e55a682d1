import type { FastifyInstance } from 'fastify';
import { languageOf, type Language } from '../http/messages.js';
import { escapeHtml, page } from '../http/page.js';
import { DEMO_NOTE, PRIVACY, TERMS, type LegalText } from './legal-texts.js';

const PAGES: Readonly<Record<string, Readonly<Record<Language, LegalText>>>> = { '/terms': TERMS, '/privacy': PRIVACY };

const otherOf = (language: Language): Language => (language === 'en' ? 'zh-Hant' : 'en');
const NAMES: Readonly<Record<Language, string>> = { en: 'English', 'zh-Hant': '中文' };

/** Serves `GET /terms` and `/privacy`, public in both languages. */
export function legalPages(app: FastifyInstance, { isDemo }: { readonly isDemo: boolean }): void {
  for (const [path, texts] of Object.entries(PAGES)) {
    app.get<{ Querystring: { lang?: string } }>(path, ({ query, headers }, reply) => {
      const lang = languageOf(typeof query.lang === 'string' ? query.lang : headers['accept-language']);
      const other = otherOf(lang);
      const { title, lead, parts } = texts[lang];
      const others = Object.entries(PAGES)
        .filter(([to]) => to !== path)
        .map(([to, { [lang]: text }]) => `<a href="${to}?lang=${lang}">${escapeHtml(text.title)}</a>`);
      const body = [
        ...(isDemo ? [`<p class="card">${escapeHtml(DEMO_NOTE[lang])}</p>`] : []),
        ...parts.map(([heading, text]) => `<h2>${escapeHtml(heading)}</h2><p>${escapeHtml(text)}</p>`),
        `<p class="links">${others.join('')}<a href="${path}?lang=${other}" lang="${other}">${NAMES[other]}</a></p>`,
      ];
      return page(reply, { title, lead, body: body.join(''), lang });
    });
  }
}
