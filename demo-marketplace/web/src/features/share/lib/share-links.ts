import type { MessageId } from '../../../i18n/messages.js';

/** The kinds of shared pages, each with a greeting of its own (specification §2, four text variants). */
export const ShareKind = { Course: 1, Live: 2, Mentor: 3, Page: 4 } as const;
export type ShareKind = (typeof ShareKind)[keyof typeof ShareKind];

/** Texts 1 to 3 invite and name the platform and the title; 4 only recommends the link. */
export const GREETINGS: Readonly<Record<ShareKind, MessageId>> = {
  [ShareKind.Course]: 'share.greeting.1',
  [ShareKind.Live]: 'share.greeting.2',
  [ShareKind.Mentor]: 'share.greeting.3',
  [ShareKind.Page]: 'share.greeting.4',
};

/** The page behind shared links; it holds the image and the texts that social networks show for `path`. */
export const sharePage = (origin: string, path: string): string =>
  `${origin}/share.html?${new URLSearchParams({ path }).toString()}`;

/** Messaging apps and where each takes a text. */
export const MESSENGERS = {
  LINE: (text: string): string => `https://line.me/R/share?${new URLSearchParams({ text }).toString()}`,
  WhatsApp: (text: string): string => `https://wa.me/?${new URLSearchParams({ text }).toString()}`,
} as const;
export type Messenger = keyof typeof MESSENGERS;

/** The feed dialog of the social network; without an application registered there, its open twin. */
export function feedDialog(link: string, appId: string | undefined): string {
  if (appId === undefined || appId === '') {
    return `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: link }).toString()}`;
  }
  const asked = new URLSearchParams({ app_id: appId, display: 'popup', link });
  return `https://www.facebook.com/dialog/feed?${asked.toString()}`;
}
