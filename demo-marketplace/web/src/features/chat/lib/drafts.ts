import { userTypeOf, type MemberInfo } from '@lectern/marketplace-contract';
import type { ImExt, ImThreadDraft } from '@lectern/rtc/im';

/** The member whose messages are written. */
export type Sender = Pick<MemberInfo, 'name' | 'headimg' | 'identity' | 'current_type'>;

/** An address as others can follow it: links and media of a message are absolute. */
const absolute = (url: string): string => (url === '' ? '' : new URL(url, location.origin).href);

/** Fields that every message carries of its sender (specification §3): user type, picture and name. */
export const senderExt = (sender: Sender): ImExt => ({
  sign: userTypeOf(sender),
  headimg: absolute(sender.headimg),
  name: sender.name,
});

/** The profile that is published when the connection opens (specification §7): nickname, picture and sign. */
export const profileOf = (
  sender: Sender,
): { readonly name: string; readonly headimg: string; readonly sign: string } => ({
  name: sender.name,
  headimg: absolute(sender.headimg),
  sign: String(userTypeOf(sender)),
});

/** Messages are texts with fields (specification §3): the address is the text, for clients that know no fields. */
const withAddress = (field: 'image' | 'video' | 'href', url: string, sender: Sender): ImThreadDraft => ({
  contentsType: 'TEXT',
  data: absolute(url),
  ext: { [field]: absolute(url), ...senderExt(sender) },
});

export const textDraft = (data: string, sender: Sender): ImThreadDraft => ({
  contentsType: 'TEXT',
  data,
  ext: senderExt(sender),
});
export const imageDraft = (url: string, sender: Sender): ImThreadDraft => withAddress('image', url, sender);
export const videoDraft = (url: string, sender: Sender): ImThreadDraft => withAddress('video', url, sender);
export const linkDraft = (url: string, sender: Sender): ImThreadDraft => withAddress('href', url, sender);

/**
 * The link that somebody typed, absolute; `empty` and `wrong` name why there is none. An address without a scheme is
 * taken as https.
 */
export function linkOf(typed: string): { readonly href: string } | { readonly problem: 'empty' | 'wrong' } {
  const text = typed.trim();
  if (text === '') return { problem: 'empty' };
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol)) return { problem: 'wrong' };
  return { href: url.href };
}
