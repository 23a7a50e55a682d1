import { escapeHtml } from '../http/page.js';
import type { Language } from '../http/messages.js';
import type { PageHead } from './page-heads.js';

const OG_LOCALE: Readonly<Record<Language, string>> = { en: 'en_US', 'zh-Hant': 'zh_TW' };

/** Path of the English version of a page; the plain path is Chinese. */
export const inEnglish = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}lang=en`;

/** JSON that cannot close the element that contains it. */
const embedded = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

interface Placing {
  readonly origin: string;
  readonly language: Language;
}

/** Inserts a head into the page: title, description, Open Graph, JSON-LD, canonical address. */
export function withHead(html: string, head: PageHead, { origin, language }: Placing): string {
  const title = escapeHtml(head.title);
  const description = escapeHtml(head.description);
  const addressOf = (path: string): string => escapeHtml(origin + path);
  const english = addressOf(inEnglish(head.path));
  const chinese = addressOf(head.path);
  const properties = [
    ['og:site_name', language === 'en' ? 'Lectern' : '講台 Lectern'],
    ['og:type', head.type],
    ['og:title', head.title],
    ['og:description', head.description],
    ['og:url', origin + head.path],
    ['og:locale', OG_LOCALE[language]],
    ...(head.image === '' ? [] : [['og:image', origin + head.image]]),
  ] as const;
  const lines = [
    `<link rel="canonical" href="${language === 'en' ? english : chinese}" />`,
    `<link rel="alternate" hreflang="zh-Hant" href="${chinese}" />`,
    `<link rel="alternate" hreflang="en" href="${english}" />`,
    `<link rel="alternate" hreflang="x-default" href="${chinese}" />`,
    ...properties.map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value ?? '')}" />`),
    `<meta name="twitter:card" content="${head.image === '' ? 'summary' : 'summary_large_image'}" />`,
    `<script type="application/ld+json">${embedded(head.data(origin))}</script>`,
  ];
  // Replacer functions, because `$` in a replacement string has a special meaning.
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(
      /<meta name="description" content="[^"]*" ?\/?>/,
      () => `<meta name="description" content="${description}" />`,
    )
    .replace('</head>', () => `${lines.join('\n    ')}\n  </head>`);
}
