import sanitize from 'sanitize-html';

/** Allowed HTML of introductions and articles; images and frames have fields of their own. */
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

/** Removes everything except formatted text from a member's HTML: scripts, styles, frames, event handlers. */
export const sanitise = (html: string): string => sanitize(html, OPTIONS).trim();
