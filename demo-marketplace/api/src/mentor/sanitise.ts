import sanitize from 'sanitize-html';

/** What an introduction or an article may be made of; pictures and frames have places of their own. */
const OPTIONS: sanitize.IOptions = {
  allowedTags: [
    'p',
    'br',
    'h3',
    'h4',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'ul',
    'ol',
    'li',
    'blockquote',
    'code',
    'pre',
    'a',
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    b: 'strong',
    i: 'em',
    div: 'p',
    h1: 'h3',
    h2: 'h3',
    a: sanitize.simpleTransform('a', { rel: 'nofollow noopener noreferrer', target: '_blank' }),
  },
};

/** HTML of a member with everything taken out that is not text: scripts, styles, frames, handlers. */
export const sanitise = (html: string): string => sanitize(html, OPTIONS).trim();

/** Whether there is anything to read in it. */
export const isBlank = (html: string): boolean =>
  sanitize(html, { allowedTags: [], allowedAttributes: {} }).replaceAll(/&nbsp;|\s/gu, '') === '';
