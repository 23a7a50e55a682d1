import type { MemberInfo } from '@lectern/marketplace-contract';
import { useEffect, useSyncExternalStore, type ReactElement } from 'react';
import { useChatConnection } from '../hooks/use-chat-connection.js';
import { closeChat, openPartner } from '../lib/open-chat.js';
import { ChatDialog } from './chat-dialog.js';

/** The connection of chats, and the chat dialog above every page. */
export function ChatRoot({ member }: { readonly member: MemberInfo }): ReactElement | null {
  useChatConnection(member);
  const partner = useSyncExternalStore(openPartner.subscribe, openPartner.getSnapshot);
  // The login is over: nobody who logs in next sees the dialog.
  useEffect(() => closeChat, []);
  if (partner === undefined) return null;
  const key = 'uid' in partner ? partner.uid : `member ${partner.memberId}`;
  return <ChatDialog key={key} partner={partner} member={member} onClose={closeChat} />;
}
