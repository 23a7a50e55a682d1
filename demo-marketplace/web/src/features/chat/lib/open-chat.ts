import { Store } from '../../../lib/store.js';

/** The person to chat with: a member of the site, or the owner of a chat account. */
export type ChatPartner = { readonly memberId: string; readonly name: string } | { readonly uid: string };

/** The person with whom the chat dialog is open. */
export const openPartner = new Store<ChatPartner | undefined>(undefined);

/** Opens the chat dialog above the page. */
export const openChat = (partner: ChatPartner): void => openPartner.update(() => partner);

export const closeChat = (): void => openPartner.update(() => undefined);
