import type { Extensions } from '@tiptap/core';
import { Heading } from '@tiptap/extension-heading';
import { StarterKit } from '@tiptap/starter-kit';

/** Link schemes that the API accepts. */
const LINK_SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:'];

/** Returns true if the API keeps a link to this address: absolute with an allowed scheme, or a path of this site. */
export function isLinkAllowed(address: string): boolean {
  if (/^\/(?![/\\])/.test(address)) return true;
  return URL.canParse(address) && LINK_SCHEMES.includes(new URL(address).protocol);
}

/** Pages have headings of the first two levels of their own; the API makes others' smaller, as this does. */
const PageHeading = Heading.extend({
  parseHTML: () => [
    { tag: 'h1', attrs: { level: 3 } },
    { tag: 'h2', attrs: { level: 3 } },
    { tag: 'h3', attrs: { level: 3 } },
    { tag: 'h4', attrs: { level: 4 } },
    { tag: 'h5', attrs: { level: 4 } },
    { tag: 'h6', attrs: { level: 4 } },
  ],
}).configure({ levels: [3, 4] });

/** The nodes and marks that the API accepts in an introduction or an article. */
export const extensions: Extensions = [
  StarterKit.configure({
    heading: false,
    horizontalRule: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      isAllowedUri: (address) => isLinkAllowed(address),
      HTMLAttributes: { rel: 'nofollow noopener noreferrer', target: '_blank', class: null },
    },
  }),
  PageHeading,
];
