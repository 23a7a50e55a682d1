import { escapeHtml } from '../http/page.js';

/** A link below a mail. */
interface MailLink {
  readonly label: string;
  readonly url: string;
  /** Shown as a small link below the others. */
  readonly isQuiet?: boolean;
}

const FONT = "-apple-system,'Segoe UI',Roboto,'Noto Sans','PingFang TC','Microsoft JhengHei','Noto Sans TC',sans-serif";
const [INK, SOFT, LINE, PAPER, ACCENT] = ['#16211d', '#5a6660', '#e2e0d8', '#f5f3ee', '#17684f'];
const HAN = /\p{Script=Han}/gu;
const LATIN = /[a-z]+/gi;

/**
 * Language of the mail, by which fonts place Chinese punctuation. The majority of letters decides, so that a Chinese
 * name alone does not make a text Chinese.
 */
const languageOf = (subject: string): string =>
  (subject.match(HAN)?.length ?? 0) > (subject.match(LATIN)?.length ?? 0) ? 'zh-Hant' : 'en';

const CODE = /\b\d{6}\b/;

/** Emphasises the verification code. */
const withCode = (html: string, subject: string): string => {
  const [code] = CODE.exec(subject) ?? [];
  if (code === undefined) return html;
  return html.replace(code, `<strong style="font-size:20px;letter-spacing:3px">${code}</strong>`);
};

const TEXT = 'line-height:1.7;overflow-wrap:anywhere';
/** Formats a line: one that begins with a bullet is a list item, and its description is indented. */
function paragraph(line: string): string {
  if (line.startsWith('• '))
    return `<p style="margin:20px 0 2px;font-size:16px;font-weight:600;${TEXT}">${line.slice(2)}</p>`;
  if (line.startsWith('  '))
    return `<p style="margin:0 0 12px;font-size:15px;color:${SOFT};${TEXT}">${line.trim()}</p>`;
  return `<p style="margin:0 0 12px;font-size:16px;${TEXT}">${line}</p>`;
}
const button = ({ label, url }: MailLink): string =>
  `<p style="margin:20px 0 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 22px;border-radius:12px;background:${ACCENT};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
const quiet = ({ label, url }: MailLink): string =>
  `<a href="${escapeHtml(url)}" style="color:${SOFT};text-decoration:underline">${escapeHtml(label)}</a>`;

/** Renders a mail as HTML for mail clients: inline styles, since many ignore style sheets, and no remote content. */
export function htmlMail(subject: string, text: string, links: readonly MailLink[]): string {
  const said = text.split('\n').filter((line) => line.trim() !== '');
  const lines = said.map((line) => paragraph(withCode(escapeHtml(line), subject)));
  const main = links.filter(({ isQuiet }) => isQuiet !== true).map(button);
  const small = links.filter(({ isQuiet }) => isQuiet === true).map(quiet);
  const foot =
    small.length === 0
      ? ''
      : `<p style="margin:16px 4px 0;font-size:13px;line-height:1.7;color:${SOFT}">${small.join(' · ')}</p>`;
  return (
    `<!doctype html><html lang="${languageOf(subject)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>` +
    `<body style="margin:0;padding:24px 12px;background:${PAPER};color:${INK};font-family:${FONT}">` +
    '<div style="max-width:560px;margin:0 auto">' +
    `<p style="margin:0 4px 12px;font-size:18px;font-weight:700;color:${ACCENT}">講台 Lectern</p>` +
    `<div style="padding:24px;border:1px solid ${LINE};border-radius:16px;background:#ffffff">` +
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.4">${escapeHtml(subject)}</h1>` +
    `${lines.join('')}${main.join('')}</div>${foot}</div></body></html>`
  );
}
